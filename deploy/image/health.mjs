/** The image's health check: ends with 0 if the running service is alive. PORT, or else the port of whichever service runs. */
const ports = process.env.PORT ? [process.env.PORT] : ['3000', '3001', '3002', '3003', '3004'];

async function lives(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(4000) });
  return answer.status === 200;
}

const answers = await Promise.allSettled(ports.map(lives));
process.exit(answers.some(({ value }) => value === true) ? 0 : 1);
