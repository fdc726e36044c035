// Seals a backup: encrypted and authenticated from its first byte to its last with libsodium's secretstream
// (XChaCha20-Poly1305), so that strangers may have access to the file. A changed, shortened, lengthened or
// re-packed file does not open. By hand: docs/operations.md.
import { Transform, type TransformCallback } from 'node:stream'
import sodium from 'sodium-native'
import { OtraClave, RespaldoInvalido } from './formato.ts'

/**
 * In the clear before the sealed bytes: the format, and the id of the key. Authenticated with the first
 * piece.
 */
const MAGIC = Buffer.from('IMPRIMITODO-RESPALDO-2\n')
const KEY_ID_BYTES = 8
const HEADER_BYTES = sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES
const SEAL_BYTES = sodium.crypto_secretstream_xchacha20poly1305_ABYTES
const { crypto_secretstream_xchacha20poly1305_TAG_FINAL: FINAL } = sodium
const { crypto_secretstream_xchacha20poly1305_TAG_MESSAGE: MESSAGE } = sodium
/** The number of first bytes that tell which key opens a file. */
export const SELLO_BYTES = MAGIC.length + KEY_ID_BYTES
const START_BYTES = MAGIC.length + KEY_ID_BYTES + HEADER_BYTES
const LENGTH_BYTES = 4
const PIECE_BYTES = 256 * 1024

/** An id that tells which key opens a backup, and nothing about the key. */
function keyId(key: Buffer): Buffer {
  const id = Buffer.alloc(16)
  sodium.crypto_generichash(id, Buffer.from('imprimitodo respaldo'), key)
  return id.subarray(0, KEY_ID_BYTES)
}

/**
 * The key id of a file, by its first bytes; null: not sealed by this program. Tells nothing about the key.
 */
export function selloOf(start: Buffer): string | null {
  const isOurs = start.length >= SELLO_BYTES && start.subarray(0, MAGIC.length).equals(MAGIC)
  return isOurs ? start.toString('hex', MAGIC.length, SELLO_BYTES) : null
}

/** The key id in files that `key` seals. */
export const selloDeClave = (key: Buffer): string => keyId(key).toString('hex')

const isFinal = (tag: Buffer): boolean => tag.equals(Buffer.from([FINAL]))

/** Plain bytes in, the sealed file out. `key`: 32 bytes. */
export function sealRespaldo(key: Buffer): Transform {
  const state = Buffer.alloc(sodium.crypto_secretstream_xchacha20poly1305_STATEBYTES)
  const header = Buffer.alloc(HEADER_BYTES)
  sodium.crypto_secretstream_xchacha20poly1305_init_push(state, header, key)
  let start: Buffer | null = Buffer.concat([MAGIC, keyId(key)])
  let waiting: Buffer[] = []
  let bytes = 0

  function piece(plain: Buffer, tag: number): Buffer {
    const sealed = Buffer.alloc(plain.length + SEAL_BYTES)
    sodium.crypto_secretstream_xchacha20poly1305_push(state, sealed, plain, start, tag)
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32BE(sealed.length)
    const parts = start ? [start, header, length, sealed] : [length, sealed]
    start = null
    return Buffer.concat(parts)
  }

  return new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      waiting.push(chunk)
      bytes += chunk.length
      if (bytes < PIECE_BYTES) return done()
      const all = Buffer.concat(waiting)
      let at = 0
      for (; all.length - at >= PIECE_BYTES; at += PIECE_BYTES)
        this.push(piece(all.subarray(at, at + PIECE_BYTES), MESSAGE))
      waiting = [Buffer.from(all.subarray(at))]
      bytes = all.length - at
      done()
    },
    flush(done) {
      this.push(piece(Buffer.concat(waiting), FINAL))
      done()
    },
  })
}

/** The sealed file in, plain bytes out. Ends with RespaldoInvalido at the first piece that is not as it was sealed. */
export function unsealRespaldo(key: Buffer): Transform {
  const state = Buffer.alloc(sodium.crypto_secretstream_xchacha20poly1305_STATEBYTES)
  let start: Buffer | null = null
  let isOpen = false
  let isOver = false
  let rest: Buffer = Buffer.alloc(0)

  function open(): void {
    start = rest.subarray(0, MAGIC.length + KEY_ID_BYTES)
    if (!start.subarray(0, MAGIC.length).equals(MAGIC))
      throw new RespaldoInvalido(
        'Ese archivo no es un respaldo de ImprimiTodo, o es de una versión anterior.',
      )
    if (!start.subarray(MAGIC.length).equals(keyId(key)))
      throw new OtraClave('La clave no abre este respaldo: es de otra instalación. Pasala en BACKUP_KEY.')
    const header = rest.subarray(start.length, START_BYTES)
    sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, header, key)
    rest = rest.subarray(START_BYTES)
    isOpen = true
  }

  function pull(sealed: Buffer): Buffer {
    const plain = Buffer.alloc(sealed.length - SEAL_BYTES)
    const tag = Buffer.alloc(1)
    try {
      sodium.crypto_secretstream_xchacha20poly1305_pull(state, plain, tag, sealed, start)
    } catch {
      throw new RespaldoInvalido('El respaldo está dañado o alguien lo cambió.')
    }
    start = null
    isOver = isFinal(tag)
    return plain
  }

  return new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      try {
        rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
        if (!isOpen && rest.length >= START_BYTES) open()
        while (isOpen && rest.length >= LENGTH_BYTES) {
          const length = rest.readUInt32BE()
          if (isOver || length < SEAL_BYTES || length > PIECE_BYTES + SEAL_BYTES)
            throw new RespaldoInvalido('El respaldo está dañado o alguien lo cambió.')
          if (rest.length < LENGTH_BYTES + length) break
          this.push(pull(rest.subarray(LENGTH_BYTES, LENGTH_BYTES + length)))
          rest = rest.subarray(LENGTH_BYTES + length)
        }
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    flush(done) {
      const isWhole = isOver && rest.length === 0
      done(
        isWhole
          ? null
          : new RespaldoInvalido(
              isOpen ? 'El respaldo está cortado.' : 'Ese archivo no es un respaldo de ImprimiTodo.',
            ),
      )
    },
  })
}
