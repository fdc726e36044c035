// Who may import whom (docs/architecture.md), and which internals of libraries are forbidden (internals.ts).
// One table over resolved paths: no spelling of a path escapes it. Import cycles are Biome's (noImportCycles).
// Also: an exported name stands for one thing.
// An argument is another root, for the test.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { brokenInternals, forgetExceptions, idleExceptions } from './internals.ts'

const FOLDERS = [
  'shared/src',
  'server/src',
  'web/src',
  'agent/src',
  'e2e',
  'bench',
  'scripts',
  'tools',
  'deploy',
]

const BASE = 'base/'
const FEATURE = `(?!${BASE}|testing/)([^/]+/[^/]+)/`
const SHARED_UI = '(?:app|ui|api|parts)/'
const SCREEN = `(?!${SHARED_UI})([^/]+)/`
const NO_TEST = '(?!.*\\.test\\.)'

/** `to` is forbidden; $1 in it is the feature or screen of the importing file. */
type Rule = [from: string, to: string, why: string]
const RULES: Rule[] = [
  ['^shared/', '^(?!shared/|zod$|vitest$|fast-check$)', 'shared imports only shared and zod'],
  [`^shared/src/rules/${NO_TEST}`, '^(?!shared/src/rules/)', 'a rule imports only rules'],
  [
    `^shared/src/rules/base/${NO_TEST}`,
    '^shared/src/rules/(?!base/)',
    'the base of the rules knows no feature',
  ],
  ['^web/', '^(?:server|agent|e2e)/|^node:', 'the browser reaches the server through the API'],
  [`^web/src/${SCREEN}`, `^web/src/(?!$1/)${SCREEN}`, 'screens do not import each other'],
  [`^web/src/${SCREEN}`, '^web/src/app/', 'a screen does not know the frame around it'],
  ['^web/src/(?:ui|api|parts)/', `^web/src/(?:app/|${SCREEN})`, 'ui, api and parts know no screen'],
  ['^web/src/(?:ui|api)/', '^web/src/parts/', 'parts stand on ui and api'],
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
  ['^(?!tools/)', '^tools/', 'the packages of tools are not installed with the others'],
]
const VALUES_ONLY: Rule[] = [
  [
    '^web/src/(?!mostrador/)',
    '^shared/src/api/|^zod$',
    'the customers’ browser takes only types from the API, or zod comes along',
  ],
]

// Each table has one owner: other features call its service, or join the view that its store offers. Types of the
// values in a column (AjustesValores) are shared; objects of tables, and types made from them, are not.
const OWNERS: Record<string, string[]> = {
  'base/secrets': ['secretos'],
  'base/services': [
    'arca_tickets',
    'conexiones',
    'mapas_cache',
    'simulado_comprobantes',
    'simulado_pagos',
    'simulado_preferencias',
  ],
  'compra/archivos': ['archivos', 'contenidos', 'subida_partes', 'subidas'],
  'compra/pedidos': ['historial', 'notas_equipo', 'pedidos', 'ventas_pedidos'],
  'compra/presupuestos': ['presupuestos'],
  'compra/recepciones': ['recepciones', 'recibidos'],
  'compra/reposiciones': ['reposiciones'],
  'compra/suscripciones': ['avisos_push', 'suscripciones'],
  'cuentas/auth': ['accesos', 'captcha_usados', 'clientes', 'refrescos', 'sesiones'],
  'cuentas/clientes': ['enlaces'],
  'dinero/arrepentimiento': ['arrepentimientos'],
  'dinero/caja': ['movimientos_caja', 'turnos'],
  'dinero/cuentas-corrientes': ['autorizados', 'cuentas_corrientes', 'movimientos_cuenta_corriente'],
  'dinero/facturas': ['facturas'],
  'dinero/pagos': ['avisos_pago', 'devoluciones', 'pagos', 'pagos_sin_pedido', 'reintegros'],
  'dinero/ventas': ['ventas'],
  'fidelidad/codigos': ['codigos'],
  'fidelidad/cupones': ['beneficios_unicos'],
  'fidelidad/puntos': ['premios', 'puntos', 'puntos_pedidos', 'saldos'],
  'fidelidad/ruleta': ['tiradas'],
  'gestion/ajustes': ['ajustes'],
  'gestion/auditoria': ['auditoria'],
  'gestion/comprobaciones': ['comprobaciones'],
  'gestion/correos': ['correos', 'correos_contados', 'documentos'],
  'gestion/reportes': ['dias_tocados', 'totales'],
  'gestion/respaldo': ['copias_respaldo', 'ensayos', 'respaldos', 'restauraciones'],
  'gestion/seguridad': ['eventos_seguridad', 'navegadores_conocidos', 'proveedores_vistos'],
  'gestion/sucursales': ['sucursales'],
  'mostrador/acceso': ['enlaces_mostrador', 'operadores', 'sesiones_mostrador'],
  'taller/impresion': ['agentes', 'impresiones', 'impresoras', 'intento_cerca', 'intentos'],
  'vidriera/imagenes': ['imagenes'],
  'vidriera/productos': ['carteles', 'categorias', 'kit_banderas', 'producto_imagenes', 'productos'],
  'vidriera/videos': ['videos'],
}
/** The list may only get shorter: an entry that is no longer needed is refused too. */
const BORROWED: [path: string, tables: string[], why: string][] = [
  // Dependencies go from orders to files, and from payments and printing to orders: these files look up
  [
    'compra/archivos/cola-store.ts',
    ['pedidos'],
    'counts files that wait in orders which may still be printed',
  ],
  ['compra/archivos/cuota-store.ts', ['pedidos'], 'bytes of a paid order count against no quota'],
  ['compra/archivos/store.ts', ['pedidos', 'reposiciones'], 'bytes are kept as long as an order needs them'],
  ['compra/pedidos/filas/store.ts', ['pagos'], 'an order shows its payments'],
  ['compra/pedidos/pasos/limpieza.ts', ['pagos'], 'no order expires whose payment is on its way'],
  [
    'compra/pedidos/pasos/cola.ts',
    ['archivos', 'impresiones', 'impresoras'],
    'one statement, twice for every order',
  ],
  [
    'compra/pedidos/pasos/promesa.ts',
    ['impresiones', 'impresoras', 'intentos'],
    'how fast the branch prints',
  ],
  // Whole tables are copied and put back
  [
    'gestion/respaldo/archivo/archivos.ts',
    ['archivos', 'contenidos', 'imagenes', 'pedidos', 'videos'],
    'which files go along',
  ],
  [
    'gestion/respaldo/restore/restore.ts',
    ['impresiones', 'intentos', 'subidas'],
    'what a restore must not go on with',
  ],
]

/**
 * Files that name tables and are no store, which is `store.ts` or ends with `-store.ts`. The list only gets
 * shorter.
 */
const NOT_STORES: [file: string, why: string][] = [
  ['compra/pedidos/confirm/abiertos.ts', 'counts under locks, and refuses by the count'],
  ['compra/pedidos/pasos/cola.ts', 'adds up three owners’ tables in one statement'],
  ['compra/pedidos/pasos/limpieza.ts', 'each step of the cleaning has its own condition'],
  ['compra/pedidos/pasos/promesa.ts', 'one statement: how fast the branch prints'],
  ['compra/pedidos/cliente/propios.ts', 'locks and pages the orders of an account'],
  ['compra/pedidos/filas/search.ts', 'the search is made of conditions that fit its indexes'],
  ['fidelidad/puntos/check.ts', 'compares the balances with the ledger in one statement'],
  ['gestion/reportes/read.ts', 'the statement is made from the columns of each report'],
  ['gestion/respaldo/archivo/archivos.ts', 'reads tables of a snapshot'],
  ['gestion/respaldo/noche/make.ts', 'copies whole tables'],
  ['gestion/respaldo/restore/restore.ts', 'puts whole tables back'],
]

/** Folders of a large feature, from the bottom up: none imports one that comes after it. */
const LAYERS: Record<string, string[]> = {
  'compra/pedidos': ['filas', 'precio', 'mails', 'pasos', 'confirm', 'subida', 'cliente'],
  'gestion/respaldo': ['archivo', 'restore', 'bitacora', 'noche', 'segundo', 'ensayo'],
}

const FROM = /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"();]*?\s)?from\s*['"]([^'"]+)['"]/gm
const BARE = /(?:^\s*import\s|\bimport\()\s*['"]([^'"]+)['"]/gm

/** The path inside the repository, or the package's name. */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const own = /^@imprimitodo\/(\w+)\/(.+)$/.exec(specifier)
  if (!own) return specifier
  const [, workspace, path] = own
  return path === 'api' ? `${workspace}/src/api/index.ts` : `${workspace}/src/${path}.ts`
}

type Import = { target: string; isType: boolean }

function importsOf(file: string, text: string): Import[] {
  const from = [...text.matchAll(FROM)].map(([, type, name = '']) => ({
    target: resolve(file, name),
    isType: Boolean(type),
  }))
  const bare = [...text.matchAll(BARE)].map(([, name = '']) => ({
    target: resolve(file, name),
    isType: false,
  }))
  return [...from, ...bare]
}

function brokenRules(file: string, text: string): string[] {
  return importsOf(file, text).flatMap(({ target, isType }) =>
    (isType ? RULES : [...RULES, ...VALUES_ONLY]).flatMap(([from, to, why]) => {
      const match = new RegExp(from).exec(file)
      const isBroken = match && new RegExp(to.replaceAll('$1', match[1] ?? '')).test(target)
      return isBroken ? [`${file} -> ${target}: ${why}`] : []
    }),
  )
}

function brokenHabits(file: string, text: string): string[] {
  const isTest = /\.test\.tsx?$/.test(file)
  const readsEnv =
    /^server\/src\/(?!config\.ts|testing\/)/.test(file) &&
    !isTest &&
    /\bprocess\.env\b(?!\.PATH\b)/.test(text)
  return readsEnv ? [`${file}: only config.ts reads process.env`] : []
}

/** The place of a file in the layers of its feature; -1: it is in none. */
const layerOf = (feature: string, file: string): number =>
  (LAYERS[feature] ?? []).findIndex((folder) => file.startsWith(`server/src/${feature}/${folder}/`))

function brokenLayers(file: string, text: string): string[] {
  const feature = IN_FEATURE.exec(file)?.[1] ?? ''
  const own = layerOf(feature, file)
  if (own < 0 || /\.test\.ts$/.test(file)) return []
  return importsOf(file, text)
    .filter(({ target }) => layerOf(feature, target) > own)
    .map(({ target }) => `${file} -> ${target}: a lower folder of the feature knows no higher one`)
}

const ownerOf = (table: string): string | undefined =>
  Object.entries(OWNERS).find(([, tables]) => tables.includes(table))?.[0]
const TABLES = Object.values(OWNERS).flat().join('|')
const IN_SQL = new RegExp(`\\b(?:from|join|into|update|table)\\s+(${TABLES})\\b`, 'g')
const OF_SCHEMA = /^import\s+(?:type\s+)?\{([^}]*)\}\s+from\s*'[^']*\/schema\/[\w-]+\.ts'/gm
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$/gm
const withoutComments = (text: string): string => text.replaceAll(COMMENT, '')
const used = new Set<string>()
const isStore = (file: string): boolean => /(?:^|[/-])store\.ts$/.test(file)

/** Tables that a file names: objects by import, others in its SQL. */
function tablesOf(text: string): Set<string> {
  const code = withoutComments(text)
  const names = [...code.matchAll(OF_SCHEMA)].flatMap(([, list = '']) => list.split(','))
  const objects = names
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*$/, ''),
    )
    .filter((name) => /^[a-z]/.test(name))
  return new Set([...objects, ...[...code.matchAll(IN_SQL)].map(([, name = '']) => name)])
}

function brokenOwners(file: string, text: string): string[] {
  if (!/^server\/src\/(?!base\/db\/|testing\/)/.test(file) || /\.test\.ts$/.test(file)) return []
  return [...tablesOf(text)].flatMap((name) => {
    const table = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const owner = ownerOf(table)
    const noStore = brokenStore(file)
    if (owner && file.startsWith(`server/src/${owner}/`)) return noStore
    const borrowed = BORROWED.find(
      ([path, tables]) => file.startsWith(`server/src/${path}`) && tables.includes(table),
    )
    if (!borrowed) return [`${file} -> ${table}: of ${owner ?? 'no feature: give it an owner'}`]
    used.add(`${borrowed[0]} ${table}`)
    return noStore
  })
}

function brokenStore(file: string): string[] {
  if (isStore(file) || !IN_FEATURE.test(file)) return []
  const listed = NOT_STORES.find(([path]) => file === `server/src/${path}`)
  if (!listed) return [`${file}: only a store names tables (store.ts, or a name that ends with -store.ts)`]
  used.add(listed[0])
  return []
}

const IN_FEATURE = new RegExp(`^server/src/${FEATURE}`)
const OUTERMOST = /(?:^|[/-])(?:routes|mostrador|jobs)\.ts$|\.test\.ts$/
/**
 * For each feature, the features that it calls, each with the file that has the import. Files of routes, mostrador and
 * jobs are left out, since no service calls them.
 */
const calls = new Map<string, Map<string, string>>()

function noteCalls(file: string, text: string): void {
  const from = IN_FEATURE.exec(file)?.[1]
  if (!from || OUTERMOST.test(file)) return
  for (const { target, isType } of importsOf(file, text)) {
    const to = IN_FEATURE.exec(target)?.[1]
    if (to && to !== from && !isType)
      calls.set(from, (calls.get(from) ?? new Map<string, string>()).set(to, file))
  }
}

const passed = new Set<string>()

/** The first circle that is found behind `path`: features, the first one again at the end. */
function findCircle(feature: string, path: string[] = []): string[] {
  if (path.includes(feature)) return [...path.slice(path.indexOf(feature)), feature]
  if (passed.has(feature)) return []
  passed.add(feature)
  for (const to of calls.get(feature)?.keys() ?? []) {
    const circle = findCircle(to, [...path, feature])
    if (circle.length > 0) return circle
  }
  return []
}

/** Features that call each other in a circle, of any length. */
function brokenCircles(): string[] {
  return [...calls.keys()].flatMap((feature) => {
    const circle = findCircle(feature)
    if (circle.length === 0) return []
    const files = circle.slice(1).map((to, at) => calls.get(circle[at] ?? '')?.get(to))
    return [`${files.join(', ')}: features call each other in a circle, ${circle.join(' -> ')}`]
  })
}

/** Packages that the server may not load when it starts: only some calls need them, and each takes 10 MB or more. */
const LATE = /^(?:@cantoo\/pdf-lib|@aws-sdk\/.*|nodemailer|pg-boss|sharp|ssh2|@tus\/server)$/
const START = 'server/src/server.ts'
/** For each file of the server, what comes along whenever it is loaded: not what it loads later by `import()`. */
const alongside = new Map<string, string[]>()

function noteAlongside(file: string, text: string): void {
  if (!file.startsWith('server/src/')) return
  const names = [...text.matchAll(FROM)].flatMap(([, type, name = '']) => (type ? [] : [resolve(file, name)]))
  alongside.set(file, names)
}

/** Ways from the start to a late package, each once. */
function brokenStart(): string[] {
  const ways = new Map([[START, START]])
  for (const [file, way] of ways)
    for (const next of alongside.get(file) ?? []) if (!ways.has(next)) ways.set(next, `${way} -> ${next}`)
  return [...ways]
    .filter(([name]) => LATE.test(name))
    .map(([, way]) => `${way}: loaded at every start, though only some calls need it`)
}

const SOURCE = /^(?:shared|server|web|agent)\/src\/(?!(?:.*\/)?testing(?:\/|\.))(?!.*\.test\.)/
const EXPORTED = /^export (?:async )?(?:function\*?|const|class|type) (\w+)/gm
/** For each exported name, the files that declare it. Test support is left out; a re-export declares nothing. */
const declared = new Map<string, Set<string>>()

function noteNames(file: string, text: string): void {
  if (!SOURCE.test(file)) return
  for (const [, name = ''] of text.matchAll(EXPORTED))
    declared.set(name, (declared.get(name) ?? new Set<string>()).add(file))
}

const brokenNames = (): string[] =>
  [...declared]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `${name}: ${[...files].join(' and ')} export it, and a name stands for one thing`)

/** Of `a.ts` and `a.tsx` TypeScript takes the first alone for a pattern of tsconfig.json. */
const unchecked = (files: readonly string[]): string[] =>
  files
    .filter((file) => file.endsWith('.tsx') && files.includes(file.slice(0, -1)))
    .map((file) => `${file}: TypeScript leaves it out, since a .ts beside it has its name`)

/** Tables of the schema without an owner. */
const orphans = (file: string, text: string): string[] =>
  /^server\/src\/base\/db\/schema\//.test(file)
    ? [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].flatMap(([, table = '']) =>
        ownerOf(table) ? [] : [`${file}: ${table} has no owner`],
      )
    : []

/** The sources in the repository at `root`, by their paths inside it. The test has only some of the folders. */
function sourcesIn(root: string): string[] {
  const names = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  return names
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
    .filter((file) => !/\/node_modules\/|^bench\/data\//.test(file))
}

/** Entries of the lists that are not needed any more. */
const idle = (): string[] => [
  ...BORROWED.flatMap(([path, tables]) =>
    tables
      .filter((table) => !used.has(`${path} ${table}`))
      .map((table) => `${path} borrows ${table} no more: take it off the list`),
  ),
  ...NOT_STORES.filter(([path]) => !used.has(path)).map(
    ([path]) => `${path} names no table any more: take it off the list`,
  ),
  ...idleExceptions(),
]

/**
 * A sentence for each breach in the repository at `root`. `whole`: all of its files are there, so an entry of the
 * lists that no file needs is a breach too.
 */
export function checkImports(root: string, whole: boolean): { files: number; broken: string[] } {
  for (const seen of [used, calls, passed, alongside, declared]) seen.clear()
  forgetExceptions()
  const files = sourcesIn(root)
  const broken = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    noteCalls(file, text)
    noteAlongside(file, text)
    noteNames(file, text)
    return [
      ...brokenRules(file, text),
      ...brokenHabits(file, text),
      ...brokenLayers(file, text),
      ...brokenOwners(file, text),
      ...brokenInternals(file, withoutComments(text)),
      ...orphans(file, text),
    ]
  })
  return {
    files: files.length,
    broken: [
      ...broken,
      ...brokenCircles(),
      ...brokenStart(),
      ...brokenNames(),
      ...unchecked(files),
      ...(whole ? idle() : []),
    ],
  }
}

if (import.meta.main) {
  const [, , root] = process.argv
  const { files, broken } = checkImports(root ?? join(import.meta.dirname, '..'), root === undefined)
  console.log(broken.length ? broken.join('\n') : `${files} files, every import allowed`)
  if (broken.length || !files) process.exitCode = 1
}
