/** The name of the finished work in its temporary folder: the child makes it, the parent moves it. */
export const FINISHED = 'trabajo.pdf'
