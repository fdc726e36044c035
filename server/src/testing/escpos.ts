// Reads a thermal printer's bytes: the commands of ESC/POS that our tickets use, and no others.

type RenglonImpreso = { texto: string; ancho: number; alto: number; negativo: boolean }
export type TicketImpreso = {
  renglones: RenglonImpreso[]
  qr: string[]
  cortes: number
  pagina: number | null
}

/** The characters of code page 858 that Spanish needs beside ASCII. */
const CP858: Record<number, string> = {
  129: 'ü',
  130: 'é',
  142: 'Ä',
  144: 'É',
  154: 'Ü',
  160: 'á',
  161: 'í',
  162: 'ó',
  163: 'ú',
  164: 'ñ',
  165: 'Ñ',
  168: '¿',
  173: '¡',
  174: '«',
  175: '»',
  181: 'Á',
  213: '€',
  214: 'Í',
  224: 'Ó',
  233: 'Ú',
  248: '°',
  250: '·',
}
const [ESC, GS, FS, LF, CR] = [0x1b, 0x1d, 0x1c, 0x0a, 0x0d]

/** @throws for an unknown command */
export function readTicket(bytes: Uint8Array): TicketImpreso {
  const out: TicketImpreso = { renglones: [], qr: [], cortes: 0, pagina: null }
  let [at, ancho, alto, negativo] = [0, 1, 1, false]
  let line: RenglonImpreso = { texto: '', ancho: 1, alto: 1, negativo: false }
  let stored = ''
  const byte = (): number => {
    const value = bytes[at++]
    if (value === undefined) throw new Error('the ticket ends inside a command')
    return value
  }
  const write = (char: string) => {
    if (char.trim()) Object.assign(line, { ancho, alto, negativo: line.negativo || negativo })
    line.texto += char
  }
  const symbol = () => {
    const length = byte() + 256 * byte()
    const [, fn, ...data] = Array.from({ length }, byte)
    if (fn === 80) stored = Buffer.from(data.slice(1)).toString('latin1')
    if (fn === 81) out.qr.push(stored)
  }
  const commands: Record<number, Record<number, () => unknown>> = {
    [ESC]: { 64: () => {}, 77: byte, 97: byte, 116: () => (out.pagina = byte()) },
    [FS]: { 46: () => {} },
    [GS]: {
      33: () => {
        const size = byte()
        ancho = (size >> 4) + 1
        alto = (size & 15) + 1
      },
      66: () => {
        negativo = byte() === 1
      },
      40: () => (byte() === 0x6b ? symbol() : unknown('GS (')),
      86: () => {
        byte()
        out.cortes++
      },
    },
  }
  while (at < bytes.length) {
    const first = byte()
    const group = commands[first]
    if (group) {
      const second = byte()
      const run = group[second] ?? (() => unknown(`${first} ${second}`))
      run()
    } else if (first === LF) {
      out.renglones.push(line)
      line = { texto: '', ancho: 1, alto: 1, negativo: false }
    } else if (first !== CR) write(first < 0x80 ? String.fromCharCode(first) : (CP858[first] ?? '\u{fffd}'))
  }
  return out
}

function unknown(command: string): never {
  throw new Error(`a command that no ticket of ours has: ${command}`)
}

/** The text of its lines, without the blanks that only place it. */
export const textosOf = (bytes: Uint8Array): string[] =>
  readTicket(bytes).renglones.map(({ texto }) => texto.trim())
