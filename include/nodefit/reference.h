// Container image references, read as the kubelet and every container runtime read them.
//
// Source: the grammar and normalization of github.com/distribution/reference, ParseNormalizedNamed;
// tests/oracle/tables/references.tsv compares with it row by row. The API server itself accepts any
// non-empty string without white space around it, so a reference with an error here is the user's,
// and is left as it is.
//
//   reference := [domain "/"] path [":" tag] ["@" digest]
//
// Normalizing gives "ubuntu" the domain docker.io and the path library/ubuntu. A first component is
// a domain only when it is "localhost", holds a dot, a colon or an upper-case letter;
// index.docker.io is docker.io.
//
// Thread-safety: immutable once made.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "nodefit/result.h"

namespace nodefit {

class ImageReference {
 public:
  // Errors name the part that is wrong. Scans once, without recursion.
  static Result<ImageReference> parse(std::string_view text);

  // As it was written, byte for byte.
  const std::string& text() const { return text_; }

  // Normalized, without tag and digest: "docker.io/library/ubuntu". What a policy's `repositories`
  // are compared with.
  const std::string& repository() const { return repository_; }
  // "docker.io". Empty in one odd case that upstream has too: a first component like "a__b.c",
  // which must be a domain for its dot but can't be one for its underscores, stays part of the
  // path.
  std::string_view domain() const { return std::string_view(repository_).substr(0, domain_size_); }
  std::string_view path() const {
    return std::string_view(repository_).substr(domain_size_ == 0 ? 0 : domain_size_ + 1);
  }

  // Empty where there is none: no tag means `latest`. With a digest, runtimes pull by it and ignore
  // the tag.
  std::string_view tag() const { return std::string_view(text_).substr(tag_begin_, tag_size_); }
  std::string_view digest() const { return std::string_view(text_).substr(digest_begin_); }

  // repository [":" tag] ["@" digest]
  std::string normalized() const;

  // Equal when written alike.
  friend bool operator==(const ImageReference& a, const ImageReference& b) {
    return a.text_ == b.text_;
  }

 private:
  ImageReference() = default;

  std::string text_;
  std::string repository_;
  std::size_t domain_size_ = 0;
  std::size_t tag_begin_ = 0;
  std::size_t tag_size_ = 0;
  std::size_t digest_begin_ = 0;  // text_.size() where there is none
};

// Whether `tag` may stand behind a colon: 1 to 128 characters of [A-Za-z0-9_.-], the first none of
// "." and "-".
bool is_image_tag(std::string_view tag);

// Whether `digest` is "sha256:", "sha384:" or "sha512:" and that hash in lower-case hexadecimal.
bool is_image_digest(std::string_view digest);

}  // namespace nodefit
