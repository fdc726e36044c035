import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery } from '@tanstack/react-query'
import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { compraGratis } from '../api/compra-gratis.ts'
import { pedidoQuery } from '../api/queries.ts'
import { IconButton, LinkButton, TextLink } from '../ui/button.tsx'
import { Navigate } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './logro.module.css'
import { Trofeo } from './trofeo.tsx'
import { useConfetti } from './use-confetti.ts'
import { useFanfare } from './use-fanfare.ts'

/** The celebration of an order that cost nothing: shown once, then Home. `onShown` gets the order's id. */
export function LogroPage({ onShown }: { onShown: (pedidoId: string) => void }) {
  const [pedidoId] = useState(compraGratis.read)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the flag is read once, at the first rendering
  useEffect(() => {
    compraGratis.forget()
    if (pedidoId) onShown(pedidoId)
  }, [pedidoId])
  return pedidoId ? <Logro pedidoId={pedidoId} /> : <Navigate to="/" replace />
}

function Logro({ pedidoId }: { pedidoId: string }) {
  const canvas = useConfetti()
  const { isOn, toggle } = useFanfare()
  const { data } = useQuery({ ...pedidoQuery(pedidoId), staleTime: 0 }) // the cached one may be the draft
  return (
    <div className={styles.page}>
      <canvas ref={canvas} className={styles.confetti} aria-hidden />
      <IconButton
        icon={isOn ? Volume2 : VolumeX}
        label="Sonido"
        aria-pressed={isOn}
        title={isOn ? 'Sonido activado' : 'Sonido apagado'}
        className={styles.sound}
        onClick={toggle}
      />
      <div className={styles.inner}>
        <Trofeo />
        <PageHeading title={RUTAS['/logro-compra-gratis'].head.titulo} />
        <p className="lead">
          Cubriste todo {data?.numero ? `el pedido ${data.numero}` : 'el pedido'} con tus códigos. No pagás
          nada: ya está en la cola{data?.sucursal ? ` de ${data.sucursal}` : ''}.
        </p>
        <LinkButton variant="primary" to="/" className={styles.done}>
          ¡Entendido!
        </LinkButton>
        <TextLink to={`/pedido/${pedidoId}`}>Ver mi pedido</TextLink>
      </div>
    </div>
  )
}
