import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLugarEnCarpeta } from '../../../base/services/copia/carpeta.ts'
import { scratchFolder } from '../../../testing/bitacora.ts'
import { followCopia, pruneCopia } from './follow.ts'

const CHAIN = 'bitacora/20261120070000_0123abcd'
const zero = '0'.repeat(16)
const TRAMO = `${CHAIN}/${zero}-000000000000000a.tramo`
const ESTADO = `${CHAIN}/estado.sellado`
const FILE = `archivos/ab/${'ab'.repeat(20)}`

test('sends new files into the second place, the state last, reads them back, and removes files that are gone here', async () => {
  const [carpeta, folder] = [scratchFolder(), scratchFolder('otro ')]
  for (const name of [CHAIN, 'archivos/ab']) mkdirSync(join(carpeta, name), { recursive: true })
  for (const name of [ESTADO, TRAMO, FILE, `${CHAIN}/x.parte`, 'archivos/ab/ajeno'])
    writeFileSync(join(carpeta, name), name)
  const sent: string[] = []
  const lugar = openLugarEnCarpeta(folder)
  const put: typeof lugar.put = (name, path) => {
    sent.push(name)
    return lugar.put(name, path)
  }
  const que = { carpeta, alla: { ...lugar, put } }
  await followCopia(que, 0)
  expect([sent.toSorted(), sent.at(-1)]).toEqual([[FILE, ESTADO, TRAMO].toSorted(), ESTADO])
  expect(readFileSync(join(folder, TRAMO), 'utf8')).toBe(TRAMO)

  sent.length = 0
  const { mtimeMs } = statSync(join(carpeta, FILE))
  const later = mtimeMs / 1000 + 100
  utimesSync(join(carpeta, ESTADO), later, later)
  await followCopia(que, mtimeMs + 1000)
  expect(sent).toEqual([ESTADO])
  await followCopia(que, 0) // after a start: only missing files, and the state
  expect(sent).toEqual([ESTADO, ESTADO])

  rmSync(join(carpeta, TRAMO))
  await pruneCopia(que)
  expect(readdirSync(join(folder, CHAIN))).toEqual(['estado.sellado'])

  writeFileSync(join(carpeta, TRAMO), TRAMO)
  // The state is that from before the stretches were listed; one that is deleted before it is sent is no
  // error
  const stays = readFileSync(join(carpeta, ESTADO), 'utf8')
  writeFileSync(join(carpeta, TRAMO), TRAMO)
  await followCopia(
    {
      carpeta,
      alla: {
        ...lugar,
        put(name, path) {
          if (name === FILE) rmSync(path)
          writeFileSync(join(carpeta, ESTADO), 'of a stretch that comes with the next look')
          return lugar.put(name, path)
        },
      },
    },
    1,
  )
  expect(readFileSync(join(folder, ESTADO), 'utf8')).toBe(stays)
  await pruneCopia({ carpeta, alla: lugar })
  rmSync(join(folder, TRAMO))

  const meanwhile = `${CHAIN}/${zero}-00000000000000ff.tramo`
  const list: typeof lugar.list = () => {
    for (const place of [carpeta, folder]) writeFileSync(join(place, meanwhile), '')
    return lugar.list()
  }
  await pruneCopia({ carpeta, alla: { ...lugar, list } })
  expect(readdirSync(join(folder, CHAIN))).toEqual(
    [meanwhile.slice(CHAIN.length + 1), 'estado.sellado'].toSorted(),
  )

  const broken = {
    ...lugar,
    put: async (name: string) => void writeFileSync(join(folder, name), 'otra cosa'),
  }
  await expect(followCopia({ carpeta, alla: broken }, 0)).rejects.toThrow(/no es lo que se mandó/)
})

test('sends what got its name late: a copy of the database is read again after its last byte was written', async () => {
  const [carpeta, folder] = [scratchFolder(), scratchFolder('otro ')]
  mkdirSync(join(carpeta, CHAIN), { recursive: true })
  const partida = `${CHAIN}/${zero}-000000000000000a-1764000000000.partida`
  const part = join(carpeta, CHAIN, '0123abcd.parte')
  writeFileSync(part, 'a copy')
  const written = Date.now() / 1000 - 3600
  utimesSync(part, written, written)
  renameSync(part, join(carpeta, partida))
  await followCopia({ carpeta, alla: openLugarEnCarpeta(folder) }, Date.now() - 60_000)
  expect(existsSync(join(folder, partida))).toBe(true)
})
