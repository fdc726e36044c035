// Prints while the network fails and the sender dies at random. npm run soak: 1,000 works, on both printers.
import { describe, expect, it } from 'vitest'
import { startIppeveprinter, TOOLS } from '../testing/ippeveprinter.ts'
import { chaos, startLab, verdict } from '../testing/lab.ts'
import { startPrinter } from '../testing/printer.ts'
import { haveTools } from '../testing/tools.ts'

const SOAK = process.env.SOAK === '1'
const SEED = 20261121

type Peer = {
  port: number
  paper(): readonly { name: string; sha256: string }[]
  restart(): unknown
  close(): Promise<void>
}

async function ours(): Promise<Peer> {
  const printer = await startPrinter()
  printer.printMs = 1
  const { port } = new URL(printer.uri.replace('ipp:', 'http:'))
  return { ...printer, port: Number(port), paper: () => printer.paper }
}

async function survives(start: () => Promise<Peer>, jobs: number): Promise<void> {
  const printer = await start()
  const lab = await startLab(printer)
  try {
    const { kills, doubtful } = await chaos(lab, { jobs, seed: SEED, restart: printer.restart })
    const { twice, silent, good } = verdict(printer.paper(), { jobs, doubtful })
    if (SOAK) console.log({ jobs, kills, good, asked: doubtful.size, twice, silent })
    expect({ twice, silent }).toEqual({ twice: [], silent: [] })
    expect(kills).toBeGreaterThan(0)
    expect(doubtful.size).toBeLessThan(jobs / 2)
  } finally {
    await lab.close()
    await printer.close()
  }
}

describe('no work prints twice, none is lost without a message', () => {
  it('on our own printer', () => survives(ours, SOAK ? 1_000 : 40))

  it.skipIf(!haveTools(TOOLS, 'a failing network before ippeveprinter'))('on ippeveprinter', () =>
    survives(startIppeveprinter, SOAK ? 1_000 : 12),
  )
})
