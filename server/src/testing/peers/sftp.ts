// A server for files over SFTP, as a peer on TCP: the protocol's own server on a real folder, which
// misbehaves on command.
import { createHash } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import ssh2, { type Attributes, type Connection, type SFTPWrapper } from 'ssh2'
import { onTestFinished } from 'vitest'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp
export const SFTP_USER = { user: 'copia', password: 'cl@ve' }

export type SftpFault = 'hang' | 'fail' | 'drop'

/** The library writes about one key in some hundreds in a form that it cannot read itself. */
export function newKeyPair(): ReturnType<typeof ssh2.utils.generateKeyPairSync> {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519')
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair
  }
}

/**
 * Listens on loopback until the test ends; its root is `folder`. `login`: a public key that it accepts beside
 * the password.
 */
export async function startSftp(folder: string, login?: string) {
  const host = newKeyPair()
  const state: { fault: (call: string) => SftpFault | undefined } = { fault: () => undefined }
  const peers = new Set<Connection>()
  const server = new ssh2.Server({ hostKeys: [host.private] }, (peer) => {
    peers.add(peer)
    peer.on('error', () => {})
    peer.on('close', () => peers.delete(peer))
    peer.on('authentication', (context) => {
      const isUser = context.username === SFTP_USER.user
      if (isUser && context.method === 'password' && context.password === SFTP_USER.password)
        return context.accept()
      if (isUser && context.method === 'publickey' && login) {
        const known = ssh2.utils.parseKey(login)
        if (!(known instanceof Error) && context.key.data.equals(known.getPublicSSH()))
          return context.accept()
      }
      context.reject(['password', 'publickey'])
    })
    peer.on('session', (accept) => {
      accept().on('sftp', (take) =>
        serve(take(), folder, (call) => {
          const fault = state.fault(call)
          if (fault === 'drop') peer.end()
          return fault
        }),
      )
    })
  })
  const sockets = createServer({ noDelay: true }, (socket) => server.injectSocket(socket))
  await new Promise<void>((done) => sockets.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const peer of peers) peer.end()
    sockets.close()
  })
  const publicKey = ssh2.utils.parseKey(host.public)
  if (publicKey instanceof Error) throw publicKey
  const hash = createHash('sha256').update(publicKey.getPublicSSH()).digest('base64')
  return {
    port: (sockets.address() as AddressInfo).port,
    hostkey: `SHA256:${hash.replace(/={1,2}$/, '')}`,
    state,
  }
}

const attrsOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1000),
  mtime: Math.floor(mtimeMs / 1000),
})

function serve(sftp: SFTPWrapper, root: string, faultOf: (call: string) => SftpFault | undefined): void {
  const open = new Map<number, number>()
  const listing = new Map<number, string[]>()
  const paths = new Map<number, string>()
  let last = 0
  const handle = (): [number, Buffer] => {
    const buffer = Buffer.alloc(4)
    buffer.writeUInt32BE(++last)
    return [last, buffer]
  }
  const at = (path: string) => join(root, path)
  const file = (given: Buffer) => open.get(given.readUInt32BE()) ?? -1
  const ok = (id: number) => sftp.status(id, STATUS_CODE.OK)

  function on(call: string, work: (id: number, ...args: never[]) => void): void {
    sftp.on(call, (id: number, ...args: never[]) => {
      const fault = faultOf(call)
      if (fault === 'hang' || fault === 'drop') return
      if (fault === 'fail') return sftp.status(id, STATUS_CODE.FAILURE)
      try {
        work(id, ...args)
      } catch (error) {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
        sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE)
      }
    })
  }

  on('OPEN', (id, path: string, flags: number) => {
    const [number, buffer] = handle()
    open.set(number, openSync(at(path), flags & OPEN_MODE.WRITE ? 'w' : 'r'))
    sftp.handle(id, buffer)
  })
  on('READ', (id, given: Buffer, offset: number, length: number) => {
    const chunk = Buffer.alloc(Math.min(length, 32_768))
    const bytes = readSync(file(given), chunk, 0, chunk.length, offset)
    if (bytes === 0) sftp.status(id, STATUS_CODE.EOF)
    else sftp.data(id, chunk.subarray(0, bytes))
  })
  on('WRITE', (id, given: Buffer, offset: number, data: Buffer) => {
    writeSync(file(given), data, 0, data.length, offset)
    ok(id)
  })
  on('FSTAT', (id, given: Buffer) => sftp.attrs(id, attrsOf(fstatSync(file(given)))))
  on('FSETSTAT', ok)
  for (const call of ['STAT', 'LSTAT'])
    on(call, (id, path: string) => sftp.attrs(id, attrsOf(statSync(at(path)))))
  on('OPENDIR', (id, path: string) => {
    const [number, buffer] = handle()
    listing.set(number, readdirSync(at(path)))
    paths.set(number, path)
    sftp.handle(id, buffer)
  })
  on('READDIR', (id, given: Buffer) => {
    const number = given.readUInt32BE()
    const names = listing.get(number)?.splice(0, 2) ?? []
    if (names.length === 0) return sftp.status(id, STATUS_CODE.EOF)
    const folder = at(paths.get(number) ?? '')
    sftp.name(
      id,
      names.map((filename) => ({
        filename,
        longname: filename,
        attrs: attrsOf(statSync(join(folder, filename))),
      })),
    )
  })
  on('CLOSE', (id, given: Buffer) => {
    const number = given.readUInt32BE()
    const found = open.get(number)
    if (found !== undefined) closeSync(found)
    open.delete(number)
    ok(id)
  })
  on('REMOVE', (id, path: string) => {
    statSync(at(path))
    rmSync(at(path))
    ok(id)
  })
  on('RENAME', (id, from: string, to: string) => {
    renameSync(at(from), at(to))
    ok(id)
  })
  on('MKDIR', (id, path: string) => {
    mkdirSync(at(path))
    ok(id)
  })
}
