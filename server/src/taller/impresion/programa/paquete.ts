// One download for the computer of one branch: the program, the shop's address, and the installer.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32, deflateRawSync, gunzipSync } from 'node:zlib'
import type { Plataforma, Procedencia } from '@imprimitodo/shared/rules/taller/programa'
import { Zip, type ZipInputFile } from 'fflate'
import { pack } from 'tar-stream'
import type { Deps } from '../../../base/runtime/deps.ts'
import { partOf } from '../../../base/runtime/part-name.ts'
import { carpetaPrograma, needDiskRoom, type Pieza, touch } from './piezas.ts'
import type { Programa } from './programa.ts'

export type Paquete = { path: string; nombre: string; tipo: string; bytes: number }

/** Files beside the program, from the build's folder, with their names in the package. */
const BESIDE: Record<Plataforma, [file: string, as: string][]> = {
  linux: [
    ['instalar.sh', 'instalar.sh'],
    ['imprimitodo-agente.service', 'imprimitodo-agente.service'],
    ['LEEME-linux.txt', 'LEEME.txt'],
    ['lanzador.cjs', 'lanzador.cjs'],
  ],
  windows: [
    ['instalar.cmd', 'instalar.cmd'],
    ['instalar.ps1', 'instalar.ps1'],
    ['LEEME-windows.txt', 'LEEME.txt'],
    ['lanzador.cjs', 'lanzador.cjs'],
  ],
}
const KINDS = {
  linux: { ext: 'tar', tipo: 'application/x-tar' },
  windows: { ext: 'zip', tipo: 'application/zip' },
} as const
/** Bytes around the deflated data of a gzip file without a name (RFC 1952). */
const [GZ_HEAD, GZ_TAIL] = [10, 8]

/** Made once for each address of the shop and branch, and kept. Holds no secret. @throws 507 */
export async function makePaquete(
  deps: Pick<Deps, 'dataDir' | 'diskReserveBytes'>,
  dist: string,
  { manifiesto, piezas }: Programa,
  tienda: Procedencia,
): Promise<Paquete> {
  const { plataforma, version } = manifiesto
  const { ext, tipo } = KINDS[plataforma]
  const small = await smallFiles(dist, plataforma, {
    'tienda.json': JSON.stringify(tienda),
    'manifiesto.json': JSON.stringify(manifiesto),
  })
  // The hash covers the files beside the program as well, which are no part of its version
  const content = createHash('sha256').update(version)
  for (const [name, bytes] of small) content.update(`\0${name}\0`).update(bytes)
  const path = join(carpetaPrograma(deps), `${content.digest('hex').slice(0, 32)}.${ext}`)
  const nombre = `imprimitodo-agente-${slugOf(tienda.sucursal)}-${plataforma}`
  if (existsSync(path)) await touch(path)
  else {
    await needDiskRoom(
      deps,
      piezas.reduce((sum, { gz }) => sum + gz.bytes, 0),
    )
    const fresh = partOf(path)
    const source = plataforma === 'linux' ? tarOf(nombre, small, piezas) : zipOf(small, piezas)
    await pipeline(source, createWriteStream(fresh, { mode: 0o600, flush: true })).catch(async (error) => {
      await rm(fresh, { force: true })
      throw error
    })
    await rename(fresh, path)
  }
  return { path, nombre: `${nombre}.${ext}`, tipo, bytes: (await stat(path)).size }
}

async function smallFiles(
  dist: string,
  plataforma: Plataforma,
  made: Record<string, string>,
): Promise<[name: string, bytes: Buffer][]> {
  const beside = BESIDE[plataforma].map(
    async ([file, as]): Promise<[string, Buffer]> => [
      as,
      asRead(as, await readFile(join(dist, file), 'utf8'), plataforma),
    ],
  )
  const texts = Object.entries(made).map(([name, text]): [string, Buffer] => [name, Buffer.from(text)])
  return [...(await Promise.all(beside)), ...texts]
}

/** In the form that Windows programs read: CRLF, and a byte order mark where the text is not plain ASCII. */
function asRead(name: string, text: string, plataforma: Plataforma): Buffer {
  if (plataforma !== 'windows' || !/\.(?:cmd|ps1|txt)$/.test(name)) return Buffer.from(text)
  const mark = name.endsWith('.cmd') ? '' : '\uFEFF'
  return Buffer.from(mark + text.replaceAll('\n', '\r\n'))
}

/** Everything in one folder. Node travels packed: instalar.sh unpacks it. */
function tarOf(folder: string, small: [string, Buffer][], piezas: Pieza[]): AsyncIterable<unknown> {
  const tar = pack()
  const mtime = new Date(0)
  const fill = async () => {
    for (const [name, bytes] of small) {
      const mode = name.endsWith('.sh') ? 0o755 : 0o644
      tar.entry({ name: `${folder}/${name}`, mode, mtime }, bytes)
    }
    for (const { nombre, path, bytes, gz } of piezas) {
      if (nombre.endsWith('.cjs')) {
        const code = await readGunzipped(path, bytes)
        tar.entry({ name: `${folder}/${nombre}`, mode: 0o644, mtime }, code)
        continue
      }
      const entry = tar.entry({ name: `${folder}/${nombre}.gz`, mode: 0o644, mtime, size: gz.bytes })
      await pipeline(createReadStream(path), entry)
    }
    tar.finalize()
  }
  fill().catch((error) => tar.destroy(error))
  return tar
}

const readGunzipped = async (path: string, bytes: number): Promise<Buffer> =>
  gunzipSync(await readFile(path), { maxOutputLength: bytes })

/** The pieces are deflated already, as a zip wants them: nothing is packed a second time. */
async function* zipOf(small: [string, Buffer][], piezas: Pieza[]): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    out.push(chunk)
  })
  const take = () => out.splice(0)
  for (const [filename, bytes] of small) {
    const entry = entryOf(filename, { crc: crc32(bytes), size: bytes.length })
    zip.add(entry)
    entry.ondata?.(null, new Uint8Array(deflateRawSync(bytes)), true)
    yield* take()
  }
  for (const { nombre, path, bytes, gz } of piezas) {
    const last = gz.bytes - GZ_TAIL - 1
    const entry = entryOf(nombre, { crc: await crcIn(path, gz.bytes), size: bytes })
    zip.add(entry)
    for await (const chunk of createReadStream(path, { start: GZ_HEAD, end: last })) {
      entry.ondata?.(null, new Uint8Array(chunk as Buffer), false)
      yield* take()
    }
    entry.ondata?.(null, new Uint8Array(), true)
    yield* take()
  }
  zip.end()
  yield* take()
}

const DEFLATED = 8
const entryOf = (filename: string, of: { crc: number; size: number }): ZipInputFile => ({
  filename,
  compression: DEFLATED,
  mtime: new Date(1980, 0, 2),
  ...of,
})

/** The checksum that gzip wrote behind the data. */
async function crcIn(path: string, bytes: number): Promise<number> {
  const tail: Buffer[] = []
  for await (const chunk of createReadStream(path, { start: bytes - GZ_TAIL })) tail.push(chunk as Buffer)
  return Buffer.concat(tail).readUInt32LE(0)
}

/** 'San Miguel' as part of a file's name: 'san-miguel'. */
const slugOf = (nombre: string): string =>
  nombre
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40) || 'sucursal'
