CREATE TABLE "pagos_sin_pedido" (
	"id" text PRIMARY KEY NOT NULL,
	"proveedor" text NOT NULL,
	"referencia" text NOT NULL,
	"importe" bigint NOT NULL,
	"moneda" text NOT NULL,
	"creado" timestamp with time zone NOT NULL,
	"resuelto" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "restauraciones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "restauraciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"respaldo" timestamp with time zone NOT NULL,
	"cuando" timestamp with time zone DEFAULT now() NOT NULL,
	"pagos_buscados" timestamp with time zone
);
