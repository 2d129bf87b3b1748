"""The field suite: everyday claims and chatbot answers about real documents, through the whole product."""
