// The launcher of an installed agent: `lanzador.cjs` keeps it running; `lanzador.cjs colocar --en FOLDER` installs the
// package that it lies in; `lanzador.cjs vincular` pairs what is installed, with the code that a person
// types. `--de`: runs the program of that unpacked package, so that an administrator runs nothing that the
// agent's account can change.
import { spawnSync } from 'node:child_process'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { placesIn, plataformaOf, programaIn, readPuntero } from './programa/carpeta-programa.ts'
import { launch } from './programa/launch.ts'
import { installPaquete, PaqueteIncompleto, readTienda } from './programa/paquete.ts'

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      en: { type: 'string' },
      de: { type: 'string' },
      server: { type: 'string' },
      red: { type: 'string' },
    },
  })
  const plataforma = plataformaOf(process.platform, process.arch)
  if (!plataforma) {
    console.error('Este programa es para Linux o Windows de 64 bits (x64).')
    return 2
  }
  const [what] = positionals
  const own = dirname(resolve(process.argv[1] ?? '.'))
  if (what === 'colocar') {
    const base = resolve(values.en ?? '.')
    const version = installPaquete(resolve(values.de ?? own), base, plataforma)
    console.log(`Versión ${version} en ${base}`)
    return 0
  }
  const base = resolve(values.en ?? dirname(own))
  const { server } = readTienda(base)
  const args = ['--server', values.server ?? server, ...(values.red ? ['--red', values.red] : [])]
  if (what === 'vincular') {
    const { datos } = placesIn(base)
    const { node, agente } = values.de
      ? { node: process.execPath, agente: join(resolve(values.de), 'agente.cjs') }
      : programaIn(base, readPuntero(base)?.actual ?? '', plataforma)
    const { status } = spawnSync(node, [agente, '--folder', datos, '--vincular', ...args], {
      stdio: 'inherit',
    })
    return status ?? 1
  }
  const stop = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort())
  const log = (text: string) => console.log(`${new Date().toISOString()} lanzador: ${text}`)
  await launch({ base, plataforma, args, log, signal: stop.signal })
  return 0
}

process.umask(0o077) // documents of customers
main().then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    if (!(error instanceof PaqueteIncompleto)) throw error
    console.error(error.message)
    process.exitCode = 1
  },
)
