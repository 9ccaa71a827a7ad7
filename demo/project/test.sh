#!/bin/sh
# The tests, with the Node of PATH; where .node-path names another one, with that.
if [ -f .node-path ]; then PATH="$(cat .node-path):$PATH"; fi
exec node test/all.js
