// How the page's scripts are written; `npm run lint` checks it, without a warning left.

import js from "@eslint/js";
import globals from "globals";

const RULES = {
  ...js.configs.recommended.rules,
  complexity: ["error", 10],
  eqeqeq: "error",
  "max-depth": ["error", 3],
  "max-lines": ["error", { max: 280 }],
  "max-lines-per-function": ["error", { max: 60 }],
  "max-params": ["error", 5],
  "no-else-return": "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-lonely-if": "error",
  "no-nested-ternary": "error",
  "no-new-func": "error",
  "no-param-reassign": "error",
  "no-shadow": "error",
  "no-unneeded-ternary": "error",
  "no-unused-vars": [
    "error",
    { argsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_", ignoreRestSiblings: true },
  ],
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-useless-rename": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "prefer-template": "error",
};

export default [
  { ignores: [".venv/**", "node_modules/**"] },
  { files: ["**/*.js"], rules: RULES, linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["companion/web/static/**/*.js"], languageOptions: { globals: globals.browser } },
  {
    files: ["tests/page/**/*.js", "tests/pages/**/*.js", "tests/gallery/**/*.js"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
