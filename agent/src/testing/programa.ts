// A shop's program for tests: small files in the place of Node and of the agent, packed and signed as the shop does it.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ArchivoPrograma, Manifiesto } from '@imprimitodo/shared/rules/taller/programa'
import { type Puntero, placesIn, programaIn, writePuntero } from '../programa/carpeta-programa.ts'
import type { Origen } from '../programa/fetch-version.ts'
import type { Firmado } from '../programa/firma.ts'

/** The Node that runs the test, by the name that it has in a version. */
export const NODE = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

export type Clave = { publica: string; privada: KeyObject }

export function newClave(): Clave {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publica: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    privada: privateKey,
  }
}

/** The shop's offer. `packed` and `manifiesto` may be changed before an agent asks. */
export type OfertaDePrograma = {
  manifiesto: Manifiesto
  /** The packed files by their hash, as the manifest names it. */
  packed: Map<string, Buffer>
  firmado(): Firmado
  origen: Origen
  /** The fetched files: their hashes, and from which byte on. */
  pedidos: { sha256: string; desde: number }[]
}

export function offer(version: string, files: Record<string, string>, clave: Clave): OfertaDePrograma {
  const packed = new Map<string, Buffer>()
  const archivos = Object.entries(files).map(([nombre, text]): ArchivoPrograma => {
    const gz = gzipSync(text)
    packed.set(sha256(gz), gz)
    return {
      nombre,
      bytes: Buffer.byteLength(text),
      sha256: sha256(text),
      gz: { bytes: gz.length, sha256: sha256(gz) },
    }
  })
  const oferta: OfertaDePrograma = {
    manifiesto: { version, plataforma: 'linux', archivos },
    packed,
    pedidos: [],
    firmado() {
      const manifiesto = JSON.stringify(oferta.manifiesto)
      return { manifiesto, firma: sign(null, Buffer.from(manifiesto), clave.privada).toString('base64url') }
    },
    origen: {
      manifiesto: async () => oferta.firmado(),
      async archivo({ sha256 }, path) {
        const desde = statSync(path, { throwIfNoEntry: false })?.size ?? 0
        oferta.pedidos.push({ sha256, desde })
        const bytes = packed.get(sha256)
        if (!bytes) throw new Error('404')
        appendFileSync(path, bytes.subarray(desde))
      },
    },
  }
  return oferta
}

/** An installed agent with one version, in a folder of its own. */
export function install(version: string, agente: string): { base: string; remove(): void } {
  const base = mkdtempSync(join(tmpdir(), 'imprimitodo-programa-'))
  for (const folder of [placesIn(base).versiones, placesIn(base).datos]) mkdirSync(folder)
  putVersion(base, version, agente)
  writePuntero(base, { actual: version, anterior: null, a_prueba: null, malas: [] })
  return { base, remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 5 }) }
}

export function putVersion(base: string, version: string, agente: string, node = NODE): void {
  const { folder, node: nodePath, agente: agentePath } = programaIn(base, version, 'linux')
  mkdirSync(folder)
  writeFileSync(nodePath, node)
  chmodSync(nodePath, 0o755)
  writeFileSync(agentePath, agente)
}

export const setPuntero = (base: string, change: Partial<Puntero> & { actual: string }): void =>
  writePuntero(base, { anterior: null, a_prueba: null, malas: [], ...change })
