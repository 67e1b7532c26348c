// A YAML document as the JSON text that kubectl makes of it.
//
// Source: YAMLToJSON of sigs.k8s.io/yaml v1.6 on go.yaml.in/yaml/v2: scalars are typed as in
// yaml_scalar.h, keys become text (`yes: 1` is {"true":1}), aliases what they stand for, `<<`
// merges. Each value is written as it is read, there is no tree in between: a `kubectl get nodes -o
// yaml` of 50 MB is a matter of seconds and a few times its size in memory. Keys stand in the order
// written, merged ones last. Numbers keep their value, not their spelling.
//
// Refused beyond what upstream refuses: doubled keys (upstream takes the last), keys before `<<`
// that what is merged sets too (upstream takes the merged value, YAML the other), tags other than
// !!str, !!map and !!seq, line breaks that only YAML 1.1 knows (U+0085, U+2028, U+2029), a quote
// that never closes.
//
// Limits: kBytesMax; 64 levels, what aliases stand for included; kExpandedMax bytes from aliases
// and merges. Memory stays below 20 times the text and 32 MB, most of it for texts made of keys of
// a few bytes; in brackets yaml-cpp reads ahead, which is why large texts in flow style may be
// refused.
//
// Thread-safety: a pure function.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "codec/yaml_problem.h"

namespace nodefit {

struct YamlJson {
  // A List of 100,000 nodes in kubectl's YAML, and far from where yaml-cpp's ints end.
  static constexpr std::size_t kBytesMax = std::size_t{512} << 20U;
  // Aliases make manifests shorter by a few KB; with a copy while the text grows, these take 24 MB.
  static constexpr std::size_t kExpandedMax = std::size_t{8} << 20U;

  std::string json;  // compact; empty with a problem
  std::optional<YamlProblem> problem;
};

// `document` is one document, with or without its `---`. One that is empty or has only comments is
// null. Positions count the document's first line as `first_line`, also those within messages.
YamlJson yaml_to_json(std::string_view document, std::size_t first_line = 1);

}  // namespace nodefit
