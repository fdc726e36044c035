import { ArrowRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { useApertura } from '../apertura/queries.ts'
import { useDueno } from '../dueno/queries.ts'
import styles from './para-abrir.module.css'

const useMissing = () =>
  useDueno('GET /api/mostrador/para-abrir', undefined).data?.pasos.filter(({ hecho }) => !hecho) ?? []

/** Lists the settings of a new shop that only its owner can fill in, and why they matter. Empty once all are filled. */
export function ParaAbrirPasos() {
  const faltan = useMissing()
  const { data: apertura } = useApertura()
  // Until the shop is open another screen lists what is missing
  if (faltan.length === 0 || apertura?.abierta === false) return null
  return (
    <section className={styles.list} aria-labelledby="para-completar">
      <h2 id="para-completar">Para completar</h2>
      <p className="muted">Lo que está vacío no se le muestra a nadie.</p>
      <ol>
        {faltan.map(({ paso, titulo, texto, enlace }) => (
          <li key={paso}>
            <Link to={enlace} onClick={paso === 'precios' ? goToPrecios : undefined}>
              {titulo}
              <ArrowRight size={18} strokeWidth={2.4} aria-hidden />
            </Link>
            <p>{texto}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** They are filled further down on this page. */
function goToPrecios(event: MouseEvent): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('[data-part=precios] input')?.focus()
}

/** On the owner's first page. */
export function AvisoParaAbrir() {
  const faltan = useMissing()
  const { data: apertura } = useApertura()
  if (apertura && !apertura.abierta)
    return (
      <Notice
        still
        tone="warning"
        className={styles.notice}
        action={<Link to="/mostrador/dueno/para-abrir">Para abrir</Link>}
      >
        La tienda está sin abrir: se ve, y todavía no se puede pagar.
      </Notice>
    )
  if (faltan.length === 0) return null
  const [first] = faltan
  return (
    <Notice
      still
      tone="warning"
      className={styles.notice}
      action={<Link to="/mostrador/ajustes">Completar</Link>}
    >
      {faltan.length === 1
        ? `Falta completar un dato de la tienda: ${first?.titulo.toLowerCase()}.`
        : `Falta completar ${faltan.length} datos de la tienda.`}
    </Notice>
  )
}
