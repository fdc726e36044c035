import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** The server's behaviour for the next mails, one each; with none left it accepts. */
export type Mood =
  | { at: 'mail' | 'rcpt' | 'data'; code: number; text?: string }
  | { at: 'slow'; ms: number }
  | { at: 'cut' | 'cut early' }

export type Received = { to: string[]; raw: string }

/** `starttls`: with a certificate that it signed itself. */
type Options = { user?: string; password?: string; starttls?: boolean }

/** A real SMTP server on loopback, until the test ends. */
export async function startSmtp(options: Options = {}) {
  const smtp = await openSmtp(options)
  onTestFinished(smtp.close)
  return smtp
}

/** The same, until it is closed. It keeps the accepted mails, and takes the moods one by one. */
export async function openSmtp(options: Options = {}) {
  const received: Received[] = []
  const moods: Mood[] = []
  let attempts = 0
  const refusal = (at: Mood['at']) => {
    const mood = moods[0]
    if (mood?.at !== at || !('code' in mood)) return null
    moods.shift()
    return Object.assign(new Error(mood.text ?? 'no'), { responseCode: mood.code })
  }
  const hangUp = (id: string) => {
    for (const connection of server.connections) if (connection.session.id === id) connection.close()
  }
  const server = new SMTPServer({
    disabledCommands: [...(options.starttls ? [] : ['STARTTLS']), ...(options.user ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    authOptional: !options.user,
    logger: false,
    onAuth({ username, password }, _, done) {
      if (username === options.user && password === options.password) done(null, { user: username })
      else done(Object.assign(new Error('bad login'), { responseCode: 535 }))
    },
    onMailFrom(_address, _session, done) {
      attempts++
      done(refusal('mail'))
    },
    onRcptTo(_address, session, done) {
      if (moods[0]?.at !== 'cut early') return done(refusal('rcpt'))
      moods.shift()
      hangUp(session.id)
    },
    async onData(stream, session, done) {
      let raw = ''
      for await (const chunk of stream) raw += chunk
      const refused = refusal('data')
      if (refused) return done(refused)
      const mood = moods[0]
      if (mood?.at === 'cut') {
        moods.shift()
        // All of it was read, then the connection ends: neither accepted nor refused
        return hangUp(session.id)
      }
      if (mood?.at === 'slow') {
        moods.shift()
        await sleep(mood.ms)
      }
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
      done()
    },
  })
  server.on('error', () => {}) // some tests cut connections
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const { port } = server.server.address() as AddressInfo
  const login = options.user ? `${options.user}:${encodeURIComponent(options.password ?? '')}@` : ''
  return { url: `smtp://${login}127.0.0.1:${port}`, port, received, moods, attempts: () => attempts, close }
}

const POLITE: Record<string, string> = {
  hello: '220 hola',
  EHLO: '250 hola',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 ok',
  QUIT: '221 bye',
}

/**
 * A server that answers each line by its first word: as `odd` says, else politely. `drip`: letter by letter, without
 * end. Empty: not at all. Its greeting answers the word `hello`. Until the test ends.
 */
export async function startOddSmtp(odd: Record<string, string | 'drip'>) {
  const open = new Set<Socket>()
  const heard: string[] = []
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
    const answer = (word: string) => {
      heard.push(word)
      const said = odd[word] ?? POLITE[word]
      if (said === 'drip') {
        socket.write('250-')
        const dripping = setInterval(() => socket.write('z'), 10)
        socket.once('close', () => clearInterval(dripping))
      } else if (said) socket.write(`${said}\r\n`)
    }
    answer('hello')
    createInterface(socket).on('line', (line) => answer(line.split(' ')[0] ?? ''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, open, heard }
}
