// Random histories of orders with customers, clerks, providers and dying workers at once: what must always
// hold.
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { azarOf } from './testing/judge/azar.ts'
import { newModel, newPersona, type Persona, posiblesOf } from './testing/judge/historia.ts'
import { problemsOf } from './testing/judge/juicio.ts'
import { openWorld } from './testing/judge/world.ts'
import { newOperador } from './testing/mostrador.ts'
import type { Mood } from './testing/peers/mercadopago.ts'
import { rounds } from './testing/rounds.ts'

const HISTORIES = Number(process.env.HISTORIES) || rounds(3, 500)
/** The same histories in each `npm test`, so that a failure comes from the change, not from chance. */
const SEED = Number(process.env.SEED) || rounds(2_000_000_458, randomInt(2 ** 31))
const MOODS: Mood[] = [500, 503, 429, 'cut', 'lost', 'broken']
/** The answers that a call may get: done, refused, or the provider is down and the refund waits. */
const FINE = [200, 201, 204, 400, 403, 404, 409, 429, 502]

test(`after ${HISTORIES} random histories each message came once, only of steps that stand, in their order, and the money is right`, {
  timeout: 3_600_000,
}, async () => {
  let azar = azarOf(SEED)
  const world = await openWorld(() => azar())
  const { shop, mood } = world
  const model = await newModel(world)
  const [clerk, boss] = [await newOperador(shop, 1), await newOperador(shop, null)]
  const posibles = posiblesOf(world, { clerk, boss }, () => azar())
  const often = posibles.flatMap((posible) => Array.from({ length: posible[0] }, () => posible))
  const pick = () => often[Math.floor(azar() * often.length)]
  const wrong: string[] = []
  for (let index = 0; index < HISTORIES; index++) {
    const seed = (SEED + index) % 2 ** 31
    azar = azarOf(seed)
    shop.clock.offsetMs = 0
    await world.pass(0)
    world.mails.length = world.notices.received.length = 0
    world.deaths.clear()
    const personas = [
      await newPersona(world, model, () => azar()),
      await newPersona(world, model, () => azar()),
    ]
    mood.failures = azar() < 0.5 ? 0.15 : 0
    world.mercadopago.chance.mood = () =>
      azar() < mood.failures ? MOODS[Math.floor(azar() * MOODS.length)] : undefined
    const story: string[] = []
    for (let steps = 6 + Math.floor(azar() * 18); steps > 0; steps--) {
      const many = azar() < 0.2 ? 2 : 1
      await Promise.all(
        Array.from({ length: many }, async () => {
          const [, name, accion] = pick() ?? []
          const who = Math.floor(azar() * personas.length)
          const status = await accion?.(personas[who] as Persona)
          story.push(`${who}:${name}${status ? ` ${status}` : ''}`)
          if (status && !FINE.includes(status)) wrong.push(`seed ${seed}: ${name} answered ${status}`)
        }),
      )
    }
    await world.calm()
    for (const [who, persona] of personas.entries()) {
      const problems = await problemsOf(world, persona)
      if (problems.length) wrong.push(`seed ${seed}, ${who}: ${problems.join('; ')}\n  ${story.join(', ')}`)
    }
    await world.forgetOrders()
    if (wrong.length >= 5) break
  }
  expect(wrong.join('\n')).toBe('')
})
