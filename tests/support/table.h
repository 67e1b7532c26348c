// Tables of tests/oracle/tables: what Kubernetes' own Go code says, one row a line. The format is
// described in tests/oracle/README.md.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nodefit::tests {

struct Row {
  std::size_t line = 0;  // in the file, from 1
  std::vector<std::string> columns;
};

// The rows of tests/oracle/tables/NAME.tsv, unescaped. Throws std::runtime_error, naming file and
// line, where the file isn't there, is empty, a row hasn't `columns` columns or an escape is
// broken: a test must not pass on nothing.
std::vector<Row> read_oracle_table(const std::string& name, std::size_t columns);

// The file of the corpus of real manifests that may lie beside the checkout (../shared/corpus, or
// $NODEFIT_CORPUS), or nullopt where there is none.
std::optional<std::string> find_corpus_file(const std::string& name);

// `text` cut at every `separator`; empty text has no parts.
std::vector<std::string> split(std::string_view text, std::string_view separator);

// "%41" in an atom of the tables' small syntaxes back to "A".
std::string percent_decode(std::string_view atom);

}  // namespace nodefit::tests
