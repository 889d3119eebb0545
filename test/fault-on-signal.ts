/** Preloaded into a shop (`node --import`): SIGUSR2 makes it fail as a bug would, outside any request. */
process.on('SIGUSR2', () => {
  const error = new Error('a bug met buyer@example.com')
  if (process.env.FAULT === 'rejection') void Promise.reject(error)
  else
    setTimeout(() => {
      throw error
    })
})
