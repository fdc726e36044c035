import { ArrowRight } from 'lucide-react'
import { useLocation } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import styles from './apertura.module.css'
import { useApertura } from './queries.ts'

const LISTA = '/mostrador/dueno/para-abrir'

const PAGINA = {
  '/mostrador/cuenta': 'Mi cuenta',
  '/mostrador/ajustes': 'Precios y ajustes',
  '/mostrador/dueno/sucursales': 'Sucursales',
  '/mostrador/dueno/negocio': 'Datos del negocio',
  '/mostrador/proveedores': 'Cobros, mails y facturas',
  '/mostrador/impresoras': 'Impresoras',
  '/mostrador/salud': 'Respaldo',
} as const

/**
 * Shown above a page with a step of the opening, while the shop is not open: what is missing here, what the
 * shop does meanwhile, and the next step. Any step may be left for later: the server knows the finished ones
 * by the stored data, so it works on any computer.
 */
export function PrimerosPasos() {
  const { data } = useApertura()
  const { pathname } = useLocation()
  if (!data || data.abierta) return null
  // The pages on which the steps are filled, each once, with its steps
  const paginas = [...Map.groupBy(data.pasos, ({ enlace }) => enlace)]
  const at = paginas.findIndex(([enlace]) => enlace === pathname)
  const [, pasos = []] = paginas[at] ?? []
  if (pasos.length === 0) return null
  const faltan = pasos.filter(({ hecho }) => !hecho)
  const [next] = paginas[at + 1] ?? []
  return (
    <nav className={styles.tira} aria-label="Primeros pasos">
      <div className="wrap">
        <p>
          <b>
            Primeros pasos, {at + 1} de {paginas.length}.
          </b>{' '}
          {faltan.length === 0
            ? 'Acá ya está todo.'
            : faltan.map(({ titulo, texto }) => `${titulo}: ${texto}`).join(' ')}
        </p>
        <div className={styles.actions}>
          <LinkButton size="medium" to={LISTA}>
            Para abrir
          </LinkButton>
          {next && (
            <LinkButton size="medium" to={next} iconAfter={ArrowRight}>
              {faltan.length === 0 ? `Seguir: ${PAGINA[next]}` : `Dejar para después: ${PAGINA[next]}`}
            </LinkButton>
          )}
        </div>
      </div>
    </nav>
  )
}
