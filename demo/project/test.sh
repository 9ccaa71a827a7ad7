#!/bin/sh
# The tests, with the Node of PATH; where a sandbox shows none there, with the one in the folder that .node-path names.
if [ -f .node-path ]; then PATH="$(cat .node-path):$PATH"; fi
exec node --test
