import { createRequire } from 'node:module'
import { parse, relative, resolve } from 'node:path'

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

/** A qpdf that could not do it. Why, it wrote to the standard error, which this build does not let us catch. */
export class QpdfFailed extends Error {}

export type Qpdf = {
  /** @throws QpdfFailed */
  run(args: string[]): void
  /** A path of this machine, as qpdf sees it. */
  path(host: string): string
}

let loaded: Promise<Qpdf> | undefined

/** qpdf, once per process. It reads and writes the disk directly: no file passes through memory. */
export function loadQpdf(): Promise<Qpdf> {
  loaded ??= start()
  return loaded
}

async function start(): Promise<Qpdf> {
  const require = createRequire(import.meta.url)
  const script = require.resolve('@neslinesli93/qpdf-wasm')
  const create = require(script) as CreateQpdf
  const module = await create({ locateFile: () => script.replace(/\.js$/, '.wasm') })
  const drives = new Map<string, string>()

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

  // Through a file: the WASM stack, where arguments go, holds a few hundred of them.
  function run(args: string[]): void {
    module.FS.writeFile('/arguments', args.join('\n'))
    const code = call()
    if (code !== 0 && code !== WARNINGS) throw new QpdfFailed(`exit ${code}`)
  }

  function call(): number | string {
    try {
      return module.callMain(['@/arguments'])
    } catch (error) {
      loaded = undefined // an abort inside WASM: the next job begins with a fresh one
      return error instanceof Error ? error.message : String(error)
    }
  }

  return { run, path }
}
