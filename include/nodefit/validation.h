// The names and values that the API server accepts, so that nothing nodefit writes is answered with
// 422.
//
// Rules and limits are those of k8s.io/apimachinery/pkg/util/validation;
// tests/oracle/tables/validation.tsv compares them with that package row by row. Every error quotes
// the text and states the rule it breaks.
//
// Thread-safety: pure functions.

#pragma once

#include <string_view>

#include "nodefit/result.h"

namespace nodefit {

// Keys of labels, annotations and taints, names of extended resources: an optional DNS subdomain
// and a slash, then 1 to 63 characters of [A-Za-z0-9._-] that begin and end with a letter or digit.
Result<void> validate_qualified_name(std::string_view text);

// Empty, or at most 63 characters of [A-Za-z0-9._-] that begin and end with a letter or digit.
Result<void> validate_label_value(std::string_view text);

// RFC 1123 label: 1 to 63 characters of [a-z0-9-] that begin and end with a letter or digit.
Result<void> validate_dns_label(std::string_view text);

// RFC 1123 subdomain: labels without a length limit of their own joined by dots, at most 253
// characters.
Result<void> validate_dns_subdomain(std::string_view text);

// [A-Za-z_.-][A-Za-z0-9_.-]*, neither "." nor beginning with "..". Kubernetes 1.34 allows more
// characters (RelaxedEnvironmentVariableValidation), older releases don't: what nodefit injects
// must pass everywhere.
Result<void> validate_env_name(std::string_view text);

}  // namespace nodefit
