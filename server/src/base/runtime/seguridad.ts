// The security log as features see it. What is kept, and for how long: `seguridad/`.
import type { EventoSeguridad } from '@imprimitodo/shared/rules/seguridad'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/open.ts'

/** Whose account it is about. */
export type CuentaTocada = { tipo: 'cliente' | 'operador'; id: number }

export type Suceso = {
  cuenta?: CuentaTocada | null
  /** For the owner, in a few Spanish words: 'Pedido 1042, $ 4.200'. Never an e-mail, password, code or token. */
  detalle?: string
}

export type Seguridad = {
  /** Logs, counts and keeps one event. It is written a moment later and never fails its caller. */
  note(request: FastifyRequest | null, que: EventoSeguridad, suceso?: Suceso): void
  /** Keeps the event in the transaction of the fact: neither is without the other. Logged and counted after its COMMIT. */
  noteIn(tx: Tx, request: FastifyRequest | null, que: EventoSeguridad, suceso?: Suceso): Promise<void>
  /** How many of each kind this process saw since it started. */
  counts(): ReadonlyMap<EventoSeguridad, number>
  /** Writes down what still waits. */
  stop(): Promise<void>
}
