import { Search } from 'lucide-react'
import styles from './catalogo.module.css'

export function Buscador({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <label className={styles.search}>
      <Search size={22} strokeWidth={2.4} aria-hidden />
      <span className="visually-hidden">Buscar producto</span>
      <input
        type="search"
        placeholder="Buscar producto..."
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
