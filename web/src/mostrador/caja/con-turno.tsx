import type { TurnoDetalle } from '@imprimitodo/shared/api/caja'
import type { ReactNode } from 'react'
import { Unloaded } from '../loading.tsx'
import { useTurno } from './queries.ts'

/** A shift, once it is loaded. */
export function ConTurno({ id, children }: { id: number; children: (turno: TurnoDetalle) => ReactNode }) {
  const query = useTurno(id)
  return query.data ? children(query.data) : <Unloaded query={query} label="Cargando el turno…" />
}
