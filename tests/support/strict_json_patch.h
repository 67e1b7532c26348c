// Applies JSON patches as RFC 6902 has it, and not a bit more: the appliers in use accept what the
// RFC forbids (kubectl replaces members that aren't there), and the API server's may change.
//
// Sources: RFC 6902 (JSON Patch), RFC 6901 (JSON Pointer).

#pragma once

#include <string>
#include <string_view>

#include "nodefit/result.h"

namespace nodefit::tests {

// The patched document as compact JSON, members in the order of the document. An empty patch text
// changes nothing. Errors: text that isn't JSON, doubled keys anywhere in the patch, a patch that
// isn't a list of operations with the members they need, a pointer that isn't one, a target or
// parent that isn't there, an index beyond the list's end, a test that fails, a move into itself.
Result<std::string> apply_json_patch(std::string_view document, std::string_view patch);

}  // namespace nodefit::tests
