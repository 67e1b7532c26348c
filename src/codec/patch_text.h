// The text form of a patch, read and applied: what make_patch writes, and what is made of such
// patches by prefixes and by joining them. For everything else that RFC 6902 knows there is an
// error: nodefit makes no other patches.
//
// Sources: RFC 6902 (JSON Patch), RFC 6901 (JSON Pointer).
//
// Thread-safety: pure functions.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codec/patch_tree.h"
#include "nodefit/result.h"

namespace nodefit {

// As a list of operations; the empty text for none.
std::string to_text(const std::vector<PatchOperation>& operations);

// Errors (kInvalidArgument): text that isn't JSON, anything but a list of `add` and `replace`, each
// with the path of a JSON pointer that isn't empty, and a value.
Result<std::vector<PatchOperation>> read_patch(std::string_view text);

// The tokens of a JSON pointer, unescaped. It must begin with "/", or be empty.
std::vector<std::string> pointer_tokens(std::string_view pointer);

// The patched document; what no operation changes keeps its spelling and order, added members stand
// last. `json` must be valid and nested at most JsonDocument::kDepthMax deep. Errors
// (kInvalidArgument) name the path: a parent or a target of `replace` that isn't there or of the
// wrong kind, an element added elsewhere than at the end of its list, an operation on or below what
// another one changes.
Result<std::string> apply_patch(std::string_view json,
                                const std::vector<PatchOperation>& operations);

}  // namespace nodefit
