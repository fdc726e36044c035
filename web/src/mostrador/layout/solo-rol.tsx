import type { ReactNode } from 'react'
import { LinkButton } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { useMostradorSession } from '../session/session.ts'
import { Heading } from './heading.tsx'
import styles from './solo-rol.module.css'

/** `dueno`: the owner. `general`: also people who work for all branches. */
type Para = 'dueno' | 'general'

const QUIEN: Record<Para, string> = {
  dueno: 'La usa el dueño.',
  general: 'La usan el dueño y quien trabaja para todas las sucursales.',
}

/** A screen for certain roles: any other person who opens its address reads which roles it is for. */
export function SoloRol({ para, children }: { para: Para; children: ReactNode }) {
  const session = useMostradorSession()
  const isTheirs = session?.rol === 'dueno' || (para === 'general' && session?.sucursal === null)
  if (isTheirs) return children
  return (
    <div className={styles.page}>
      <EmptySheet>
        <Heading title="Esta página no es para tu rol" />
        <p>{QUIEN[para]} Si necesitás algo de acá, pedíselo.</p>
        <LinkButton to="/mostrador">Ir a los pedidos</LinkButton>
      </EmptySheet>
    </div>
  )
}
