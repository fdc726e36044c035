import { lazy, type ReactNode, Suspense } from 'react'
import { BrowserRouter, Outlet, Route, Routes } from 'react-router'
import { Spinner } from '../ui/notice/spinner.tsx'
import { AjustesPage } from './ajustes/ajustes-page.tsx'
import { ArrepentimientosPage } from './arrepentimientos/arrepentimientos-page.tsx'
import { CajaPage } from './caja/caja-page.tsx'
import { CountPage } from './caja/count-page.tsx'
import { TurnoPage } from './caja/turno-page.tsx'
import { ComprobantesPage } from './comprobantes/comprobantes-page.tsx'
import { EscanearPage } from './escanear/escanear-page.tsx'
import { ImpresorasPage } from './impresoras/impresoras-page.tsx'
import { MostradorLayout } from './layout/layout.tsx'
import { Negocio } from './layout/negocio.tsx'
import { MostradorNotFoundPage } from './layout/not-found-page.tsx'
import { SoloRol } from './layout/solo-rol.tsx'
import { NuevoPage } from './nuevo/nuevo-page.tsx'
import { PedidoMostradorPage } from './pedido/pedido-page.tsx'
import { ReportesPage } from './reportes/reportes-page.tsx'
import { SaludPage } from './salud/salud-page.tsx'
import { LoginPage } from './session/login-page.tsx'
import { RequireSession } from './session/require-session.tsx'
import { useMostradorSession } from './session/session.ts'
import { TableroPage } from './tablero/tablero-page.tsx'
import { VentasPage } from './ventas/ventas-page.tsx'

const DuenoRoutes = lazy(() => import('./dueno/dueno-routes.tsx'))
const CuentasCorrientesRoutes = lazy(() => import('./cuentas-corrientes/cuentas-corrientes-routes.tsx'))
const MiCuentaPage = lazy(() => import('./cuenta/mi-cuenta-page.tsx'))
const InstalarPage = lazy(() => import('./apertura/instalar-page.tsx'))
const VincularPage = lazy(() => import('./impresoras/vincular-page.tsx'))
const RestaurarPage = lazy(() => import('./apertura/restaurar-page.tsx'))
const ProveedoresPage = lazy(() => import('./proveedores/proveedores-page.tsx'))
const RecuperarRoutes = lazy(() => import('./cuenta/recuperar-routes.tsx'))

/**
 * All screens below /mostrador; the server answers every such address with this entry, and has their list
 * (rules/mostrador/ruta.ts).
 */
export const MostradorRouter = () => (
  // No transitions: a fast clerk's next key is meant for the next screen
  <BrowserRouter useTransitions={false}>
    <Routes>
      <Route path="/mostrador/ingresar" element={<LoginPage />} />
      <Route path="/mostrador/instalar" element={<Late screen={<InstalarPage />} />} />
      <Route path="/mostrador/restaurar" element={<Late screen={<RestaurarPage />} />} />
      <Route path="/mostrador/recuperar/*" element={<Late screen={<RecuperarRoutes />} />} />
      <Route path="/mostrador" element={<Frame />}>
        <Route index element={<TableroPage />} />
        <Route path="pedidos/:id" element={<PedidoMostradorPage />} />
        <Route path="escanear" element={<EscanearPage />} />
        <Route path="impresoras" element={<ImpresorasPage />} />
        <Route path="impresoras/agentes/:id" element={<PairByOwner />} />
        <Route path="nuevo" element={<NuevoPage />} />
        <Route path="ventas" element={<VentasPage />} />
        <Route path="caja" element={<CajaPage />} />
        <Route path="caja/:id" element={<TurnoPage />} />
        <Route path="caja/:id/contar" element={<CountPage />} />
        <Route path="reportes" element={<ReportesPage />} />
        <Route element={<ParaTodas />}>
          <Route path="comprobantes" element={<ComprobantesPage />} />
          <Route path="arrepentimientos" element={<ArrepentimientosPage />} />
        </Route>
        <Route path="salud" element={<SaludPage />} />
        <Route path="cuenta" element={<Late screen={<MiCuentaPage />} />} />
        <Route element={<DeTodos />}>
          <Route path="cuentas-corrientes/*" element={<Late screen={<CuentasCorrientesRoutes />} />} />
        </Route>
        <Route element={<DelDueno />}>
          <Route path="ajustes" element={<AjustesPage />} />
          <Route path="proveedores" element={<Late screen={<ProveedoresPage />} />} />
          <Route path="dueno/*" element={<Late screen={<DuenoRoutes />} />} />
        </Route>
        <Route path="*" element={<MostradorNotFoundPage />} />
      </Route>
    </Routes>
  </BrowserRouter>
)

const Frame = () => (
  <RequireSession>
    <MostradorLayout>
      <Outlet />
    </MostradorLayout>
  </RequireSession>
)

/** Screens for people who work for all branches. */
const ParaTodas = () => (
  <SoloRol para="general">
    <Outlet />
  </SoloRol>
)

const DelDueno = () => (
  <SoloRol para="dueno">
    <Negocio />
  </SoloRol>
)

/** A screen for all roles; the owner sees it inside the navigation of Negocio. */
const DeTodos = () => (useMostradorSession()?.rol === 'dueno' ? <Negocio /> : <Outlet />)

const PairByOwner = () => (
  <SoloRol para="dueno">
    <Late screen={<VincularPage />} />
  </SoloRol>
)

/** Code in a file of its own, which is loaded when the screen is opened. */
const Late = ({ screen }: { screen: ReactNode }) => (
  <Suspense fallback={<Spinner label="Cargando…" visible />}>{screen}</Suspense>
)
