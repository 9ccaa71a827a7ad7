// Every test in one process: starting one takes longer than running them.
import "./parse.test.js";
import "./report.test.js";
import "./total.test.js";
