// Errors are values: every function that can fail returns Result<T>, either the value or an Error.
//
// An Error has a code from a closed list (what kind of trouble, stable, usable as a metric label)
// and one sentence that quotes the offending input, says what was expected and, where there is one,
// the remedy. Callers add context on the way up, outermost first:
//
//   Result<Quantity> limit = Quantity::parse(text);
//   if (!limit.ok()) return
//   std::move(limit).error().with_context("spec.containers[0].resources.limits");
//
// Nothing in src/core throws. std::expected would serve, but g++ 12 has it only from -std=c++23 on
// and clang doesn't accept libstdc++ 12's; tl::expected is the same interface, kept behind this
// class so that it can be replaced in one place.
//
// Thread-safety: values, as safe as their contents.

#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

namespace nodefit {

enum class ErrorCode {
  kInvalidArgument,   // the input is wrong and will be wrong next time
  kNotFound,          // a name that leads nowhere
  kTooLarge,          // beyond a limit that the message states
  kUnavailable,       // may work later: network, file being replaced
  kDeadlineExceeded,  // not done in the time given
  kInternal,          // a fault of ours
};

// The stable word for a code: "invalid_argument", "not_found", ...
std::string_view to_string(ErrorCode code);

class Error {
 public:
  Error(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {}

  ErrorCode code() const { return code_; }
  const std::string& message() const { return message_; }

  // The same error with "context: " before its message.
  Error with_context(std::string_view context) &&;

  friend bool operator==(const Error&, const Error&) = default;

 private:
  ErrorCode code_;
  std::string message_;
};

Error invalid_argument(std::string message);
Error too_large(std::string message);

// `text` in double quotes for a message: control characters and bytes that aren't UTF-8 as \xNN,
// quote and backslash escaped, and cut after 80 bytes (with the whole length), so that hostile
// input can't flood or forge a log.
std::string quoted(std::string_view text);

// A T, or the Error that kept it from being made. Asking for the one that isn't there is a
// programming error and aborts.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(tl::unexpect, std::move(error)) {}

  bool ok() const { return state_.has_value(); }

  const T& value() const& { return checked(*this); }
  T& value() & { return checked(*this); }
  T&& value() && { return std::move(checked(*this)); }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const& { return failed(*this); }
  Error&& error() && { return std::move(failed(*this)); }

 private:
  template <class Self>
  static auto& checked(Self& self) {
    if (!self.ok()) std::abort();
    return *self.state_;
  }
  template <class Self>
  static auto& failed(Self& self) {
    if (self.ok()) std::abort();
    return self.state_.error();
  }

  tl::expected<T, Error> state_;
};

// Done, or the Error that kept it from being done.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : state_(tl::unexpect, std::move(error)) {}

  bool ok() const { return state_.has_value(); }
  const Error& error() const& {
    if (ok()) std::abort();
    return state_.error();
  }
  Error&& error() && {
    if (ok()) std::abort();
    return std::move(state_.error());
  }

 private:
  tl::expected<void, Error> state_;
};

}  // namespace nodefit
