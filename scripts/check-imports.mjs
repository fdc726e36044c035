// Who may import whom (docs/architecture.md). One table over resolved paths: no spelling of a path escapes it.
// Import cycles are Biome's (noImportCycles). An argument is another root, for the test.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const MAX_LINES = 300
const FOLDERS = ['shared/src', 'server/src', 'web/src', 'agent/src', 'e2e', 'bench', 'scripts']

const BASE = 'base/'
const FEATURE = `(?!${BASE}|testing/)([^/]+/[^/]+)/`
const SHARED_UI = '(?:app|ui|api)/'
const SCREEN = `(?!${SHARED_UI})([^/]+)/`
const NO_TEST = '(?!.*\\.test\\.)'

// [importing file, forbidden target, why]; $1 in a target is the feature or screen of the importing file
const RULES = [
  ['^shared/', '^(?!shared/|zod$|vitest$|fast-check$)', 'shared imports only shared and zod'],
  [`^shared/src/rules/${NO_TEST}`, '^(?!shared/src/rules/)', 'a rule imports only rules'],
  ['^web/', '^(?:server|agent|e2e)/|^node:', 'the browser reaches the server through the API'],
  [`^web/src/${SCREEN}`, `^web/src/(?!$1/)${SCREEN}`, 'screens do not import each other'],
  [`^web/src/${SCREEN}`, '^web/src/app/', 'a screen does not know the frame around it'],
  ['^web/src/(?:ui|api)/', `^web/src/(?:app/|${SCREEN})`, 'ui and api know no screen'],
  ['^web/src/ui/', '^web/src/api/|^shared/src/api/', 'ui has no API'],
  ['^web/src/app/', '^web/src/mostrador/', 'customers never download the back office'],
  [`^server/src/${BASE}`, `^server/src/${FEATURE}`, 'the base knows no feature'],
  [
    `^server/src/${FEATURE}`,
    `^server/src/(?!$1/)${FEATURE}(?!service\\.ts$)`,
    'of another feature, only its service.ts',
  ],
  [
    `^server/src/${FEATURE}${NO_TEST}`,
    '^server/src/base/services/[^/]+/(?!port\\.ts$)',
    'the port, never an adapter',
  ],
  [`^server/src/(?!testing/)${NO_TEST}`, '^server/src/testing/', 'only tests use the test support'],
  ['^server/', '^(?:web|agent|e2e|bench)/', 'the server stands on shared alone'],
  ['^agent/', '^(?:server|web|e2e)/', 'the print agent stands on shared alone'],
]
const VALUES_ONLY = [
  ['^web/', '^shared/src/api/|^zod$', 'the browser takes only types from the API, or zod comes along'],
]

const FROM = /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"();]*?\s)?from\s*['"]([^'"]+)['"]/gm
const BARE = /(?:^\s*import\s|\bimport\()\s*['"]([^'"]+)['"]/gm

/** The path inside the repository, or the package's name. */
function resolve(file, specifier) {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const own = /^@imprimitodo\/(\w+)\/(.+)$/.exec(specifier)
  if (!own) return specifier
  return own[2] === 'api' ? `${own[1]}/src/api/index.ts` : `${own[1]}/src/${own[2]}.ts`
}

function importsOf(file, text) {
  const from = [...text.matchAll(FROM)].map(([, type, name]) => ({
    target: resolve(file, name),
    isType: Boolean(type),
  }))
  const bare = [...text.matchAll(BARE)].map(([, name]) => ({ target: resolve(file, name), isType: false }))
  return [...from, ...bare]
}

function brokenRules(file, text) {
  return importsOf(file, text).flatMap(({ target, isType }) =>
    (isType ? RULES : [...RULES, ...VALUES_ONLY]).flatMap(([from, to, why]) => {
      const match = new RegExp(from).exec(file)
      const isBroken = match && new RegExp(to.replaceAll('$1', match[1] ?? '')).test(target)
      return isBroken ? [`${file} -> ${target}: ${why}`] : []
    }),
  )
}

function brokenHabits(file, text) {
  const isTest = /\.test\.tsx?$/.test(file)
  const lines = text.split('\n').length - 1
  const isLong = lines > MAX_LINES && !isTest
  const readsEnv =
    /^server\/src\/(?!config\.ts|testing\/)/.test(file) &&
    !isTest &&
    /\bprocess\.env\b(?!\.PATH\b)/.test(text)
  return [
    ...(isLong ? [`${file}: ${lines} lines, over ${MAX_LINES}: split it by meaning`] : []),
    ...(readsEnv ? [`${file}: only config.ts reads process.env`] : []),
  ]
}

function sourcesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`)
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

process.chdir(process.argv[2] ?? join(import.meta.dirname, '..'))
const files = FOLDERS.flatMap(sourcesIn)
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  .filter((file) => !/\/node_modules\/|^bench\/data\//.test(file))
const broken = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  return [...brokenRules(file, text), ...brokenHabits(file, text)]
})
console.log(broken.length ? broken.join('\n') : `${files.length} files, every import allowed`)
if (broken.length || !files.length) process.exitCode = 1
