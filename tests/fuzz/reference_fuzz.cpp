// Any bytes as image reference, tag and template: no crash, and what was read reads back the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "nodefit/image_tag.h"
#include "nodefit/image_template.h"
#include "nodefit/reference.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_reference(std::string_view text) {
  const nodefit::Result<nodefit::ImageReference> read = nodefit::ImageReference::parse(text);
  if (!read.ok()) return require(!read.error().message().empty());
  require(read->text() == text);
  require(read->tag().empty() || nodefit::is_image_tag(read->tag()));
  require(read->digest().empty() || nodefit::is_image_digest(read->digest()));
  if (read->domain().empty())
    return;  // upstream too reads such a reference's normal form as another one
  const nodefit::Result<nodefit::ImageReference> again =
      nodefit::ImageReference::parse(read->normalized());
  require(again.ok() && again->repository() == read->repository());
  require(again->tag() == read->tag() && again->digest() == read->digest());
  require(again->normalized() == read->normalized());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_reference(text);
  const nodefit::Result<nodefit::ImageTag> tag = nodefit::ImageTag::parse(text);
  if (tag.ok()) require(tag->is_latest() || nodefit::Version::parse(tag->version_text()).ok());
  if (const auto pattern = nodefit::VersionPattern::parse(text); pattern.ok())
    require(pattern->covers(*pattern));
  const nodefit::Result<nodefit::ImageTemplate> parsed = nodefit::ImageTemplate::parse(text);
  if (parsed.ok()) {
    const auto image =
        parsed->expand({"docker.io/tensorflow/tensorflow", "2.15.0-gpu", "2.15.0", true, ""});
    if (image.ok()) check_reference(image->text());
  }
  return 0;
}
