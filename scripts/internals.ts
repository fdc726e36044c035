// Internals of libraries and of Node that this code must not use: an update of the dependency may break
// them. Each pattern has the reason, and the files that are allowed to match, with their reason. The lists of
// allowed files may only get shorter. One pattern is about browsers instead. Part of check-imports.ts.

type Forbidden = {
  /** Shown where the pattern is found. */
  name: string
  /** Searched in the code without its comments. */
  pattern: RegExp
  why: string
  /** Files, or a pattern of their paths. */
  allowed: [where: string | RegExp, reason: string][]
}

const STANDS_IN = 'happy-dom lacks it or has no layout: the test answers as a browser would'
const TESTS = /\.test\.tsx?$/
const AS_ITS_TYPES = 'tar-stream returns streams of streamx: they are read like Node’s, and have other types'

const FORBIDDEN: Forbidden[] = [
  {
    name: 'a prototype changed',
    pattern:
      /\.prototype(?:\.\w+|\[[^\]]+\])\s=\s|\b(?:spyOn|Reflect\.set|Object\.(?:assign|define\w+))\(\s*[\w.]+\.prototype\b/,
    why: 'it changes every object of the class, and breaks when the method is renamed',
    allowed: [
      ['web/src/app/use-scroll.test.tsx', STANDS_IN],
      ['web/src/mostrador/sort/lista-ordenable.test.tsx', STANDS_IN],
      ['web/src/mostrador/nuevo/guardada.test.ts', 'makes the browser’s storage full'],
      ['web/src/pedido/paso1/listados.test.tsx', STANDS_IN],
      ['e2e/compra/despues.test.ts', 'the browser of the journeys reaches no push service'],
      ['e2e/fidelidad/ruleta.test.ts', 'notes in the page how long the wheel turns'],
      ['server/src/base/runtime/jobs.test.ts', 'counts calls of a public method; they still reach it'],
    ],
  },
  {
    name: 'a method replaced',
    // A method is kept in a variable, and another function takes its place
    pattern:
      /const (?:\{ (?<name>\w+) \} = (?<of>[\w.]+)|\w+ = (?<from>[\w.]+)\.(?<method>\w+)(?:\.bind\(\k<from>\))?)\n[\s\S]{0,600}?\b(?:\k<of>\k<from>\.\k<name>\k<method>) = (?:async )?(?:\(|function\b)|Object\.assign\(\s*(?:db|pool|client|socket|request|reply|response|tus)\b/,
    why: 'extend the class and override the method, so that TypeScript checks it',
    allowed: [
      [
        'server/src/base/db/repeat.ts',
        'gives the database that it has just made a transaction that is repeated',
      ],
      [TESTS, 'tests replace a part of the shop by a failure'],
    ],
  },
  {
    name: 'a method set',
    // Not the browser's `onload`
    pattern:
      /\b(?:db|pool|client|boss|socket|request|reply|response|server|app|tus)\.(?!on[a-z])\w+ = (?:async )?(?:\([^()]*\)(?:: [^=\n]+)? =>|\w+ =>|function\b)/,
    why: 'the library may call its own method where this code does not expect it',
    allowed: [['server/src/testing/peers/arca-soap.ts', 'node-soap documents this property']],
  },
  {
    name: 'a function that older phones lack',
    pattern:
      /\.(?:toSorted|toReversed|toSpliced|with|isWellFormed|checkVisibility|showPicker|(?:isSubset|isSuperset|isDisjoint)(?:Of|From)|symmetricDifference)\(|\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(|\bimageOrientation: 'from-image'|\b(?:(?:Map|Object)\.groupBy|Promise\.(?:withResolvers|try)|URL\.canParse|Array\.fromAsync|Iterator\.from|RegExp\.escape|AbortSignal\.(?:any|timeout))\(/,
    why: 'an iPhone 7 ends at Safari 15, and an iPhone X at 16: the page ends there in an error',
    allowed: [
      [/^(?!shared\/src\/|web\/src\/(?!mostrador\/))/, 'no browser of a customer runs it'],
      [TESTS, 'no browser of a customer runs it'],
      ['shared/src/rules/base/correo.ts', 'the server alone runs it'],
      ['web/src/ui/fotos/draw.ts', 'an older browser refuses the option, and gets the picture another way'],
      ['shared/src/rules/compra/push.ts', 'the server alone runs it'],
      ['shared/src/rules/gestion/conexion.ts', 'the server and the counter alone run it'],
    ],
  },
  {
    name: 'a Proxy',
    pattern: /\bnew Proxy\(|\bProxy\.revocable\(/,
    why: 'what it changes is found by name at run time, and TypeScript does not check it',
    allowed: [
      ['server/src/base/db/repeat.ts', 'no library offers a place where statements are repeated: 070'],
      [
        'server/src/base/services/conexiones.ts',
        'our own ports, whose adapter is exchanged while they are used',
      ],
      [TESTS, 'tests replace a part of the shop by a failure'],
    ],
  },
  {
    name: 'a property redefined',
    pattern:
      /(?:Object\.definePropert(?:y|ies)|Object\.setPrototypeOf|Reflect\.(?:set|defineProperty|setPrototypeOf))\(\s*(?:request|reply|response|req|res|raw|socket|server|app|pool|client|tus)\b/,
    why: 'the library relies on its own property',
    allowed: [],
  },
  {
    name: 'a cast to a class of a library',
    pattern:
      /as unknown as (?:pg\.|Fastify|NodePg|Readable\b|Writable\b|Duplex\b|IncomingMessage\b|ServerResponse\b|Socket\b|PgBoss\b|S3Client\b|typeof import\()/,
    why: 'the receiver may use a member that the object lacks',
    allowed: [
      ['server/src/gestion/respaldo/archivo/read.ts', AS_ITS_TYPES],
      ['server/src/gestion/respaldo/bitacora/partida.ts', AS_ITS_TYPES],
      [TESTS, 'a stand-in of a test has only the members that are read'],
    ],
  },
  {
    name: 'a forced collection',
    pattern: /\b(?:globalThis|global)\.gc\b|--expose[-_]gc|setFlagsFromString/,
    why: 'a shop runs without it, so a figure with it proves nothing',
    allowed: [],
  },
  {
    name: 'a path into a package',
    pattern:
      /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(|\bresolve\()['"](?:@[\w-]+\/)?[a-z][\w.-]*\/(?:dist|lib|src|build|cjs|esm|internals?)\/[^'"]*(?<!\.css)['"]|node_modules\/[@a-z]/,
    why: 'only the exports of a package keep their paths',
    allowed: [
      ['server/src/testing/repository/check-licences.test.ts', 'packages that the test writes itself'],
      ['server/src/taller/impresion/programa/fuente.test.ts', 'a program of the package, not a module'],
      ['scripts/build-web.ts', 'pdf.js documents that its data folders are copied'],
      ['bench/web/provide-lighthouse.ts', 'installs Lighthouse there itself, outside every workspace'],
      ['tools/subset-fonts.ts', 'packages of fonts have files and no code'],
    ],
  },
  {
    name: 'a hidden symbol',
    pattern: /\[k[A-Z]\w*\]|getOwnPropertySymbols|Symbol\.for\(['"](?:fastify|nodejs|undici|drizzle)/,
    why: 'the library may change it in any version',
    allowed: [],
  },
  {
    name: 'a binding of Node',
    pattern: /\bprocess\.(?:binding|_\w+|dlopen)\b|\b_linkedBinding\b|\binternalBinding\b/,
    why: 'Node may change it in any version',
    allowed: [],
  },
  {
    name: 'listeners of others',
    pattern:
      /\.(?:listeners|rawListeners|removeAllListeners)\(|\._(?:events|handle|httpMessage|header|readableState|writableState)\b/,
    why: 'the listeners belong to the library that added them',
    allowed: [],
  },
  {
    name: 'tables of pg-boss',
    pattern: /\bpgboss\b/,
    why: 'all SQL on them is in base/runtime/jobs-table.ts, with the version of pg-boss',
    allowed: [
      ['server/src/base/runtime/jobs-table.ts', 'all SQL of the product'],
      ['server/src/base/runtime/jobs.ts', 'the option `schema`'],
      ['server/src/testing/jobs.ts', 'all SQL of the tests'],
    ],
  },
  {
    name: 'a font loaded by script',
    pattern: /\bnew FontFace\b|\bdocument\.fonts\.add\(/,
    why: 'fonts come from the style sheet, with a fallback of the same size',
    allowed: [],
  },
]

/** This list, and its test: both contain what is forbidden. */
const NOT_READ = ['scripts/internals.ts', 'server/src/testing/repository/check-imports.test.ts']

/** Exceptions that matched a file. */
const used = new Set<string>()

/** Before other files are read. */
export const forgetExceptions = (): void => used.clear()

/** @param code the file's text without comments @returns a sentence for each pattern that it must not match */
export function brokenInternals(file: string, code: string): string[] {
  if (NOT_READ.includes(file)) return []
  return FORBIDDEN.flatMap(({ name, pattern, why, allowed }) => {
    const found = pattern.exec(code)
    if (!found) return []
    const exception = allowed.find(([where]) =>
      typeof where === 'string' ? where === file : where.test(file),
    )
    if (!exception) return [`${file}: ${name} (${found[0].split('\n')[0]?.trim()}): ${why}`]
    used.add(`${name} ${exception[0]}`)
    return []
  })
}

/** Exceptions that matched no file. */
export const idleExceptions = (): string[] =>
  FORBIDDEN.flatMap(({ name, allowed }) =>
    allowed
      .filter(([where]) => !used.has(`${name} ${where}`))
      .map(([where]) => `${where} has no longer ${name}: take it off the list`),
  )
