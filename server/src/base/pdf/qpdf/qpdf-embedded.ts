import { createRequire } from 'node:module'
import { parse, relative, resolve } from 'node:path'
import { type Command, QpdfFailed } from './qpdf.ts'

/** What this engine uses of the WASM build; its own types leave the file system out. */
type QpdfModule = {
  callMain(args: string[]): number
  NODEFS: object
  FS: {
    mkdir(path: string): void
    mount(type: object, options: { root: string }, at: string): void
    writeFile(path: string, content: string): void
  }
}
type CreateQpdf = (options: { locateFile(): string }) => Promise<QpdfModule>

const WARNINGS = 3 // qpdf's exit code for "done, with warnings"

type Embedded = (command: Command) => void

let loaded: Promise<Embedded> | undefined

/**
 * Runs qpdf as WebAssembly in this process, loaded once. It reads and writes the disk directly: no file
 * passes through memory. Its time and its memory are those of the process.
 * @throws QpdfFailed
 */
export async function runEmbedded(command: Command): Promise<void> {
  loaded ??= start()
  const run = await loaded
  run(command)
}

async function start(): Promise<Embedded> {
  const require = createRequire(import.meta.url)
  const script = require.resolve('@neslinesli93/qpdf-wasm')
  const create = require(script) as CreateQpdf
  const module = await create({ locateFile: () => script.replace(/\.js$/, '.wasm') })
  const drives = new Map<string, string>()

  /** A path of this machine, as qpdf sees it. */
  function path(host: string): string {
    const { root } = parse(resolve(host))
    let mounted = drives.get(root)
    if (!mounted) {
      mounted = `/drive${drives.size}`
      module.FS.mkdir(mounted)
      module.FS.mount(module.NODEFS, { root }, mounted)
      drives.set(root, mounted)
    }
    return `${mounted}/${relative(root, resolve(host)).replaceAll('\\', '/')}`
  }

  function call(): number | string {
    try {
      return module.callMain(['@/arguments'])
    } catch (error) {
      loaded = undefined // an abort inside WASM: the next job loads a new one
      return error instanceof Error ? error.message : String(error)
    }
  }

  // Through a file: the WASM stack, where arguments go, holds a few hundred of them.
  return ({ words, out }) => {
    const args = [...words, { path: out }].map((word) => (typeof word === 'string' ? word : path(word.path)))
    module.FS.writeFile('/arguments', args.join('\n'))
    const code = call()
    if (code !== 0 && code !== WARNINGS) throw new QpdfFailed(`exit ${code}`)
  }
}
