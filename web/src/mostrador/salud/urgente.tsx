import { TriangleAlert } from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import styles from './salud.module.css'
import { useSalud } from './use-salud.ts'

const HERE = '/mostrador/salud'

/** On every screen of the counter: what cannot wait until a person looks. */
export function Urgente() {
  const { pathname } = useLocation()
  const { data } = useSalud()
  const [first, ...more] = data?.asuntos.filter(({ estado }) => estado === 'urgente') ?? []
  return (
    <div role="status">
      {first && pathname !== HERE && (
        <p className={styles.urgent}>
          <TriangleAlert size={18} strokeWidth={2.4} aria-hidden />
          <span>
            <b>{first.titulo}:</b> {first.detalle} <Link to={HERE}>Qué hacer</Link>
            {more.length > 0 && ` (y ${more.length} más)`}
          </span>
        </p>
      )}
    </div>
  )
}
