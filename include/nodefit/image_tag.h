// Tags of TensorFlow images: which TensorFlow, which variant.
//
//   tag     := ("latest" | version) { "-" word }      word := "gpu" | "jupyter", each at most once
//   version := N "." N [ "." N ] [ "rc" N | "-rc" N ] N without leading zeros
//
// Source: the tags of tensorflow/tensorflow on Docker Hub since 2.2. Anything else is unreadable on
// purpose: a tag like `24.03-tf2-py3` holds two numbers that aren't a TensorFlow version, and a
// wrong guess changes the user's TensorFlow.
//
// Thread-safety: values.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nodefit/result.h"

namespace nodefit {

struct Version {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::optional<std::uint32_t> patch;
  std::optional<std::uint32_t> release_candidate;  // 2.16.0rc1 and 2.16.0-rc1 are the same version

  // Numbers of at most 9 digits, so that they fit; errors quote the text.
  static Result<Version> parse(std::string_view text);

  friend bool operator==(const Version&, const Version&) = default;
};

// "2.17.0" (that version) or "2.15.*" (2.15 and 2.15.N, but no release candidate).
class VersionPattern {
 public:
  static Result<VersionPattern> parse(std::string_view text);

  bool matches(const Version& version) const;

  // The only major.minor that it matches: {major, minor, -, -}.
  Version major_minor() const { return {version_.major, version_.minor, {}, {}}; }

  // Whether it matches every version that `other` matches.
  bool covers(const VersionPattern& other) const;

  friend bool operator==(const VersionPattern&, const VersionPattern&) = default;

 private:
  VersionPattern(const Version& version, bool any_patch)
      : version_(version), any_patch_(any_patch) {}

  Version version_;
  bool any_patch_;
};

class ImageTag {
 public:
  // "" is `latest`, as for every container runtime.
  static Result<ImageTag> parse(std::string_view tag);

  // nullopt for `latest`.
  const std::optional<Version>& version() const { return version_; }
  bool is_latest() const { return !version_.has_value(); }
  bool gpu() const { return gpu_; }
  bool jupyter() const { return jupyter_; }

  // As written: "2.15.0" or "latest", and "-gpu-jupyter".
  std::string_view version_text() const { return std::string_view(text_).substr(0, version_size_); }
  std::string_view words_text() const { return std::string_view(text_).substr(version_size_); }
  const std::string& text() const { return text_; }

 private:
  ImageTag() = default;

  std::string text_;
  std::size_t version_size_ = 0;
  std::optional<Version> version_;
  bool gpu_ = false;
  bool jupyter_ = false;
};

}  // namespace nodefit
