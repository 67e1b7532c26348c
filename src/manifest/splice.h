// A patch put into the text of the document that it was made for, so that everything else stays
// byte for byte: comments, order, quotes, indentation, line ends.
//
// In YAML images are replaced between the quotes that they have, keys are added at the end of
// mappings and elements at the end of lists: in block style indented as the document is, in flow
// style before the closing bracket. Where a place to be changed is a text of several lines, has an
// anchor or a tag, or is reached through an alias or a merge, the document is written anew from its
// values, without its comments; so is JSON. A note says so.
//
// What comes out is read again in any case, and must equal the patched values of what went in:
// where splicing fails at that, the document is written anew, and where that fails, too, it is an
// error.
//
// Limits: those of YamlTree on YAML; JSON takes memory of a few times its size.
//
// Thread-safety: pure functions.

#pragma once

#include <string>
#include <string_view>

#include "manifest/documents.h"
#include "nodefit/result.h"

namespace nodefit {

struct SplicedDocument {
  std::string text;
  // Where the document was written anew: "written anew, without its comments, because line 7 has
  // an anchor or a tag"; lines are those of the whole text. Otherwise empty.
  std::string note;
};

// `patch`: as make_patch and patch_of_document return it, also an empty one, which changes nothing.
// Errors: a document that can't be read, a patch that isn't one of add and replace or doesn't apply
// (kInvalidArgument), a result that reads differently (kInternal).
Result<SplicedDocument> splice_patch(const Document& document, std::string_view patch);

}  // namespace nodefit
