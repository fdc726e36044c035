import type { ClienteActual } from '@imprimitodo/shared/api/auth'
import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import { greetingName } from '@imprimitodo/shared/rules/base/nombre'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { type ComponentType, Suspense } from 'react'
import { useSession } from '../api/session/session.ts'
import { PageLoading } from '../ui/notice/page-loading.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { lazyOptional } from '../ui/state/later.ts'
import { BienvenidaDePerfil } from './bienvenida.tsx'
import { ChangeEmailForm } from './email-form.tsx'
import type { HalfMade } from './half-made.ts'
import { MisDatos } from './mis-datos.tsx'
import { ChangePasswordForm } from './password-form.tsx'
import { Pedidos } from './pedidos.tsx'
import styles from './perfil.module.css'
import { Puntos } from './puntos.tsx'
import { useIsLoadingAbove } from './use-is-loading-above.ts'

const EnElMostrador = lazyOptional(async () => (await import('./en-el-mostrador.tsx')).EnElMostrador)
const CelularForm = lazyOptional(async () => (await import('./celular-form.tsx')).CelularForm)
const Sesiones = lazyOptional(async () => (await import('./sesiones.tsx')).SesionesLista)

/** `Offer` null: its code is still to come, and nothing waits for it. */
type Pending = { Offer: ComponentType | null }
type Props = { halfMade: HalfMade; pending?: Pending | undefined; onForgotten: () => void }

/**
 * `pending`: the offer to go on with the half-made order, where there is one. `onForgotten`: called after the account
 * was deleted.
 */
export function PerfilPage({ halfMade, pending, onForgotten }: Props) {
  const session = useSession()
  // The guard shows the page only to a customer; during a logout there is none
  if (session.status !== 'in') return null
  const { cliente } = session
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading title={RUTAS['/perfil'].head.titulo}>
        Hola, {greetingName(cliente.nombre, cliente.email)}
      </PageHeading>
      <p className={styles.who}>
        <span>{cliente.email}</span>
        <span>Miembro desde {formatFecha(cliente.fecha_registro)}</span>
      </p>
      <Puntos puntos={cliente.puntos} />
      <Rest cliente={cliente} halfMade={halfMade} pending={pending} onForgotten={onForgotten} />
    </div>
  )
}

/**
 * All below the points, shown at once: one part after the other would push down what the customer reads or
 * presses.
 */
function Rest({ cliente, halfMade, pending, onForgotten }: Props & { cliente: ClienteActual }) {
  const isLoadingAbove = useIsLoadingAbove()
  const loading = <PageLoading label="Buscando tus pedidos…" />
  if (isLoadingAbove) return loading
  return (
    <Suspense fallback={loading}>
      {pending && (pending.Offer ? <pending.Offer /> : <div className={styles.offerToCome} />)}
      <BienvenidaDePerfil />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Pedidos halfMade={halfMade} />
          <ChangeEmailForm email={cliente.email} pendiente={cliente.email_pendiente} />
          <Suspense fallback={<div className={`${styles.sheet} ${styles.celularToCome}`} />}>
            <CelularForm />
            <EnElMostrador />
          </Suspense>
        </div>
        <div className={styles.column}>
          <ChangePasswordForm email={cliente.email} />
          <Suspense fallback={<div className={`${styles.sheet} ${styles.sesionesToCome}`} />}>
            <Sesiones email={cliente.email} />
          </Suspense>
          <MisDatos cliente={cliente} onForgotten={onForgotten} />
        </div>
      </div>
    </Suspense>
  )
}
