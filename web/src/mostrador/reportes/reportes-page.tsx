import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import { rangoDePeriodo } from '@imprimitodo/shared/rules/gestion/reporte'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../layout/heading.tsx'
import { Subnav } from '../layout/subnav.tsx'
import { useMostradorSession } from '../session/session.ts'
import { CajaSeccion } from './caja.tsx'
import { DescuentosSeccion, Impresoras, Promesas, PuntosSeccion } from './otros.tsx'
import { RangoPicker } from './rango.tsx'
import styles from './reportes.module.css'
import { Ventas } from './ventas.tsx'

/** The reports: all of them for the owner, only the cash of the day for clerks. */
export function ReportesPage() {
  const session = useMostradorSession()
  const isOwner = session?.rol === 'dueno'
  const [rango, setRango] = useState(() => rangoDePeriodo('hoy', new Date()))
  const { desde, hasta } = rango
  return (
    <div className={styles.page}>
      <Subnav />
      <div className={styles.head}>
        <Heading title={isOwner ? 'Reportes' : 'Cobros'} />
        <Button className={styles.screen} size="medium" icon={Printer} onClick={() => window.print()}>
          Imprimir la caja
        </Button>
      </div>
      <div className={styles.screen}>
        <RangoPicker rango={rango} onChange={setRango} />
      </div>
      <p className={styles.dias}>
        {desde === hasta ? formatFecha(desde) : `${formatFecha(desde)} al ${formatFecha(hasta)}`}
        {session?.sucursal ? ` · ${session.sucursal}` : ''}
      </p>
      <CajaSeccion rango={rango} />
      {isOwner && (
        <>
          <Ventas rango={rango} />
          <DescuentosSeccion rango={rango} />
          <Impresoras rango={rango} />
          <Promesas rango={rango} />
          <PuntosSeccion />
        </>
      )}
    </div>
  )
}
