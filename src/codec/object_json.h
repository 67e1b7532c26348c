// Objects of the API by what they all have, and lists of them: what `kubectl get -o json` prints
// and what a LIST request answers.
//
// Sources: meta/v1 ObjectMeta and ListMeta; core/v1 List, Node, Namespace.
//
// Thread-safety: pure functions.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "codec/json_document.h"
#include "nodefit/catalogue.h"
#include "nodefit/labels.h"
#include "nodefit/result.h"

namespace nodefit {

struct ObjectIdentity {
  std::string path;  // in the document: "items[3]", or empty for the document itself
  std::string api_version;
  std::string kind;
  std::string name;
  std::string name_space;
};

// What isn't a string, or isn't there, is empty.
ObjectIdentity read_identity(const JsonValue& object);

// metadata.generateName; empty where there is none.
std::string read_generate_name(const JsonValue& object);

// Calls visit(identity, object) for the object, or for each item of a list, in order: of a List, or
// of any kind that ends with it and has items. Items of a NodeList and the like needn't have
// apiVersion and kind; their identity has the list's then. Lists in a List count as their items, as
// kubectl has it. Returns an error for each value that is no object, and for items that are no
// list.
using VisitObject = std::function<void(const ObjectIdentity& identity, const JsonValue& object)>;
std::vector<Error> each_object(const JsonValue& document, const VisitObject& visit);

// What could be read, in order, and an error for each object that couldn't: it begins with the path
// of the item, "items[3]: status.capacity.cpu: ...".
struct NodesRead {
  std::vector<NodeSpec> nodes;
  std::vector<Error> errors;
};
// A Node, a NodeList or a List of Nodes of v1. Any other kind of object is an error.
NodesRead read_nodes(const JsonValue& document);

struct NamespaceLabels {
  std::string name;
  Labels labels;
};
struct NamespacesRead {
  std::vector<NamespaceLabels> namespaces;
  std::vector<Error> errors;
};
// The same for Namespaces.
NamespacesRead read_namespaces(const JsonValue& document);

}  // namespace nodefit
