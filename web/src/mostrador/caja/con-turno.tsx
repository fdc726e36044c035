import type { TurnoDetalle } from '@imprimitodo/shared/api/caja'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { Spinner } from '../../ui/spinner.tsx'
import { LoadError } from '../board/load-error.tsx'
import { useTurno } from './datos.ts'

/** The shift in the address, once it is loaded. */
export function ConTurno({ children }: { children: (turno: TurnoDetalle) => ReactNode }) {
  const { data, error, refetch } = useTurno(Number(useParams().id))
  if (data) return children(data)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return <Spinner label="Cargando el turno…" visible />
}
