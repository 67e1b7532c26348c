// A patch as edits of a YAML text. For splice.
//
// Thread-safety: a pure function.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codec/patch_tree.h"
#include "nodefit/result.h"

namespace nodefit {

// The text with the operations in it, to be read again and compared. An error says why it can't
// be edited, as what follows "because": "line 7 has an anchor or a tag". The first line has the
// number `first_line`.
Result<std::string> edit_yaml(std::string_view text, const std::vector<PatchOperation>& operations,
                              std::size_t first_line);

}  // namespace nodefit
