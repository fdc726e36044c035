CREATE TABLE "respaldos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "respaldos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"cuando" timestamp with time zone NOT NULL,
	"archivos" integer NOT NULL,
	"bytes" bigint NOT NULL
);
