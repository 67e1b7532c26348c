// Image templates of a policy: "registry.example.com/tf:{version}-gpu{jupyter}".
//
// Thread-safety: immutable once made.

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "nodefit/reference.h"
#include "nodefit/result.h"

namespace nodefit {

enum class TemplateVariable {
  kRepository,  // {repository}: the normalized repository of the submitted image,
                // "docker.io/tensorflow/tensorflow"
  kTag,         // {tag}: its tag, with the version that the policy makes of it
  kVersion,     // {version}: that version alone
  kJupyter,     // {jupyter}: "-jupyter" where the submitted image is that variant, else nothing
};

std::string_view to_string(TemplateVariable variable);

class ImageTemplate {
 public:
  // What the variables stand for in one image.
  struct Values {
    std::string_view repository;
    std::string_view tag;
    std::string_view version;
    bool jupyter = false;
    std::string_view digest;  // "sha256:...": appended behind an '@'; empty: nothing is
  };

  // Errors: braces that don't pair, variables other than the four. Whether the outcome is an image
  // reference depends on the values and is checked by expand().
  static Result<ImageTemplate> parse(std::string_view text);

  // Errors: the outcome isn't an image reference.
  Result<ImageReference> expand(const Values& values) const;

  bool uses(TemplateVariable variable) const;

  const std::string& text() const { return text_; }

 private:
  // Literal text and, behind it, a variable; the last segment may have no variable.
  struct Segment {
    std::string literal;
    bool has_variable = false;
    TemplateVariable variable = TemplateVariable::kTag;
  };

  ImageTemplate() = default;

  std::string text_;
  std::vector<Segment> segments_;
};

}  // namespace nodefit
