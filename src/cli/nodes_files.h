// Nodes and namespaces as kubectl prints them, read from files.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "nodefit/catalogue.h"
#include "nodefit/labels.h"

namespace nodefit::cli {

struct ClusterFiles {
  std::shared_ptr<const Catalogue> catalogue;
  std::map<std::string, Labels> namespaces;  // labels by name
  std::vector<std::string> problems;         // "nodes.json:1: items[3]: ..."
};

// All Nodes and Namespaces in these files and folders (inputs.h), in Lists or each for itself;
// objects of other kinds are passed over. Of two nodes of one name the later counts. It is a
// problem where there is no node at all.
ClusterFiles read_cluster_files(const std::vector<std::string>& paths);

}  // namespace nodefit::cli
